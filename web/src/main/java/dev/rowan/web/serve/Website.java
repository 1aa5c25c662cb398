package dev.rowan.web.serve;

import dev.rowan.api.Time;
import dev.rowan.web.compare.CompareScreen;
import dev.rowan.web.control.BackgroundRuns;
import dev.rowan.web.control.ControlApi;
import dev.rowan.web.control.RestartApi;
import dev.rowan.web.control.RunActions;
import dev.rowan.web.http.Assets;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebServer;
import dev.rowan.web.jobs.JobController;
import dev.rowan.web.jobs.JobsScreen;
import dev.rowan.web.layout.Layout;
import dev.rowan.web.metrics.MetricsScreen;
import dev.rowan.web.openapi.ApiScreen;
import dev.rowan.web.pipeline.PipelineScreen;
import dev.rowan.web.pipeline.PipelineSource;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.read.ReaderPool;
import dev.rowan.web.read.RunStates;
import dev.rowan.web.record.CheckBadge;
import dev.rowan.web.record.RecordChecks;
import dev.rowan.web.record.RecordScreen;
import dev.rowan.web.row.RowScreen;
import dev.rowan.web.rows.RowsScreen;
import dev.rowan.web.run.RunPageData;
import dev.rowan.web.run.RunScreen;
import dev.rowan.web.runs.RunsScreen;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The page over a landscape, served until it is closed.
public final class Website implements AutoCloseable {
    private final WebServer server;
    private final ReaderPool readers;
    private final List<Screen> screens;
    private final List<Router.Route> routes;

    private Website(WebServer server, ReaderPool readers, List<Screen> screens, Router router) {
        this.server = server;
        this.readers = readers;
        this.screens = screens;
        this.routes = router.routes();
    }

    /// Serves the landscape at `place`; nothing is decided about batch jobs there.
    public static Website start(WebAccess access, LandscapePlace place, Time time) throws IOException {
        return start(access, place, time, Optional.empty(), JobController.CLOSED);
    }

    /// The same, with a pipeline file to look at, and with who does what is decided about batch jobs.
    public static Website start(
            WebAccess access,
            LandscapePlace place,
            Time time,
            Optional<? extends PipelineSource> pipeline,
            JobController office)
            throws IOException {
        return start(access, place, time, pipeline, office, Optional.empty());
    }

    /// The same, with who resumes runs and retries rows.
    public static Website start(
            WebAccess access,
            LandscapePlace place,
            Time time,
            Optional<? extends PipelineSource> pipeline,
            JobController office,
            Optional<RunActions> actions)
            throws IOException {
        var readers = new ReaderPool(place::read);
        var checks = new RecordChecks(place::check, time);
        var layout = new Layout(place.describe(), place.typed(), run -> CheckBadge.named(checks.of(run)));
        var around = new WebContext(place, readers, new RunStates(time), layout, time);
        List<Screen> screens = screens(around, pipeline.map(source -> source), checks, office, actions);
        Router router = router(screens);
        try {
            return new Website(WebServer.start(access, router, layout, time), readers, screens, router);
        } catch (IOException | RuntimeException failed) {
            screens.forEach(Screen::close);
            readers.close();
            throw failed;
        }
    }

    private static Router router(List<Screen> screens) {
        var router = new Router();
        Assets.routes(router);
        router.get("/alive", _ -> new WebReply.Json(Map.of("alive", true)));
        screens.forEach(screen -> screen.routes(router));
        return router;
    }

    private static List<Screen> screens(
            WebContext around,
            Optional<PipelineSource> pipeline,
            RecordChecks checks,
            JobController office,
            Optional<RunActions> actions) {
        var look = new RunPageData(around.time());
        Optional<BackgroundRuns> background = actions.map(BackgroundRuns::new);
        return List.of(
                new RunsScreen(around, look, checks),
                new RunScreen(around, look, background),
                new RestartApi(around, background),
                new ControlApi(around, around.place()::orders, System.getProperty("user.name", "unknown")),
                new RecordScreen(around, look, checks),
                new RowsScreen(around),
                new RowScreen(around),
                new JobsScreen(around, office),
                new CompareScreen(around),
                new PipelineScreen(around, pipeline),
                new MetricsScreen(around),
                new ApiScreen(around));
    }

    /// All routes there are.
    List<Router.Route> routes() {
        return routes;
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
        screens.forEach(Screen::close);
        readers.close();
    }
}
