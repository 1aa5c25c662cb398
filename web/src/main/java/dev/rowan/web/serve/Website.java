package dev.rowan.web.serve;

import dev.rowan.api.Time;
import dev.rowan.web.http.Access;
import dev.rowan.web.http.Assets;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebServer;
import dev.rowan.web.layout.Layout;
import dev.rowan.web.metrics.MetricsScreen;
import dev.rowan.web.openapi.ApiScreen;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.read.Readers;
import dev.rowan.web.runs.RunsScreen;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.Surroundings;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/// The page over a landscape, served until it is closed.
public final class Website implements AutoCloseable {
    private final WebServer server;
    private final Readers readers;

    private Website(WebServer server, Readers readers) {
        this.server = server;
        this.readers = readers;
    }

    /// Serves the landscape at `place`.
    public static Website start(Access access, LandscapePlace place, Time time) throws IOException {
        var readers = new Readers(place::read);
        var around = new Surroundings(place, readers, new Layout(place.describe()), time);
        try {
            return new Website(WebServer.start(access, router(around), around.layout(), time), readers);
        } catch (IOException | RuntimeException failed) {
            readers.close();
            throw failed;
        }
    }

    /// All routes there are.
    static Router router(Surroundings around) {
        var router = new Router();
        Assets.routes(router);
        screens(around).forEach(screen -> screen.routes(router));
        return router;
    }

    private static List<Screen> screens(Surroundings around) {
        return List.of(new RunsScreen(around), new MetricsScreen(around), new ApiScreen(around));
    }

    /// The address to open in a browser.
    public URI entrance() {
        return server.entrance();
    }

    public URI address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
        readers.close();
    }
}
