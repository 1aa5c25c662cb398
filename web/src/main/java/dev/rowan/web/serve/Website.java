package dev.rowan.web.serve;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeReader;
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
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.read.RunStates;
import dev.rowan.web.read.SessionPool;
import dev.rowan.web.record.CheckBadge;
import dev.rowan.web.record.RecordChecks;
import dev.rowan.web.record.RecordScreen;
import dev.rowan.web.row.RowScreen;
import dev.rowan.web.rows.RowsScreen;
import dev.rowan.web.run.RunReports;
import dev.rowan.web.run.RunScreen;
import dev.rowan.web.runs.RunsScreen;
import dev.rowan.web.screen.Screen;
import dev.rowan.web.screen.WebContext;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The website of a landscape; runs until closed.
public final class Website implements AutoCloseable {
    private final WebServer server;
    private final SessionPool<LandscapeReader> readers;
    private final List<Screen> screens;
    private final List<Router.Route> routes;

    private Website(WebServer server, SessionPool<LandscapeReader> readers, List<Screen> screens, Router router) {
        this.server = server;
        this.readers = readers;
        this.screens = screens;
        this.routes = router.routes();
    }

    /// Starts a read-only website.
    public static Website start(WebAccess access, LandscapeLocation location, Time time) throws IOException {
        return start(access, location, time, Optional.empty(), JobController.CLOSED);
    }

    /// Starts a website with a pipeline file and a handler of job decisions.
    public static Website start(
            WebAccess access,
            LandscapeLocation location,
            Time time,
            Optional<? extends PipelineSource> pipeline,
            JobController controller)
            throws IOException {
        return start(access, location, time, pipeline, controller, Optional.empty());
    }

    /// Starts a website that can also resume and retry runs.
    public static Website start(
            WebAccess access,
            LandscapeLocation location,
            Time time,
            Optional<? extends PipelineSource> pipeline,
            JobController controller,
            Optional<RunActions> actions)
            throws IOException {
        var readers = new SessionPool<LandscapeReader>(location::read, LandscapeReader::close);
        var checks = new RecordChecks(location::check, time);
        var layout = new Layout(location.describe(), location.typed(), run -> CheckBadge.named(checks.of(run)));
        var context = new WebContext(location, readers, new RunStates(time), layout, time);
        List<Screen> screens = screens(context, pipeline.map(source -> source), checks, controller, actions);
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
        router.get("/alive", _ -> new WebReply.Json(200, Map.of("alive", true)));
        screens.forEach(screen -> screen.routes(router));
        return router;
    }

    private static List<Screen> screens(
            WebContext context,
            Optional<PipelineSource> pipeline,
            RecordChecks checks,
            JobController controller,
            Optional<RunActions> actions) {
        var reports = new RunReports(context.time());
        Optional<BackgroundRuns> background = actions.map(BackgroundRuns::new);
        return List.of(
                new RunsScreen(context, reports, checks),
                new RunScreen(context, reports, background),
                new RestartApi(context, background),
                new ControlApi(
                        context, context.location()::controlRequests, System.getProperty("user.name", "unknown")),
                new RecordScreen(context, reports, checks),
                new RowsScreen(context),
                new RowScreen(context),
                new JobsScreen(context, controller),
                new CompareScreen(context, reports),
                new PipelineScreen(context, pipeline),
                new MetricsScreen(context),
                new ApiScreen(context));
    }

    /// All routes.
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
