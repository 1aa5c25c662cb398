package dev.rowan.web.serve;

import dev.rowan.api.Time;
import dev.rowan.web.compare.CompareScreen;
import dev.rowan.web.http.Access;
import dev.rowan.web.http.Assets;
import dev.rowan.web.http.Reply;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebServer;
import dev.rowan.web.jobs.JobOffice;
import dev.rowan.web.jobs.JobsScreen;
import dev.rowan.web.layout.Layout;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.read.Readers;
import dev.rowan.web.runs.RunsScreen;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.Surroundings;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// The page over a landscape, served until it is closed.
public final class Website implements AutoCloseable {
    private final WebServer server;
    private final Readers readers;
    private final List<Screen> screens;

    private Website(WebServer server, Readers readers, List<Screen> screens) {
        this.server = server;
        this.readers = readers;
        this.screens = screens;
    }

    /// Serves the landscape at `place`; nothing is decided about batch jobs there.
    public static Website start(Access access, LandscapePlace place, Time time) throws IOException {
        return start(access, place, JobOffice.CLOSED, time);
    }

    /// Serves the landscape at `place`; `office` does what is decided about batch jobs.
    public static Website start(Access access, LandscapePlace place, JobOffice office, Time time) throws IOException {
        var readers = new Readers(place::read);
        var around = new Surroundings(place, readers, new Layout(place.describe()), time);
        List<Screen> screens = screens(around, office);
        try {
            WebServer server = WebServer.start(access, router(screens), around.layout(), time);
            return new Website(server, readers, screens);
        } catch (IOException | RuntimeException failed) {
            close(screens);
            readers.close();
            throw failed;
        }
    }

    /// All routes there are.
    static Router router(List<Screen> screens) {
        var router = new Router();
        Assets.routes(router);
        router.get("/healthz", _ -> new Reply.Json(Map.of("status", "ok")));
        screens.forEach(screen -> screen.routes(router));
        return router;
    }

    private static List<Screen> screens(Surroundings around, JobOffice office) {
        return List.of(new RunsScreen(around), new JobsScreen(around, office), new CompareScreen(around));
    }

    /// Ends what screens do in the background.
    private static void close(List<Screen> screens) {
        screens.forEach(Screen::close);
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
        close(screens);
        readers.close();
    }
}
