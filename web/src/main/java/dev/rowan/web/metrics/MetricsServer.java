package dev.rowan.web.metrics;

import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import dev.rowan.web.html.Html;
import dev.rowan.web.http.Router;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.http.WebReply;
import dev.rowan.web.http.WebServer;
import dev.rowan.web.layout.Layout;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// `/metrics` and `/healthz` of a process that runs rows, on this machine alone, and nothing else.
public final class MetricsServer implements AutoCloseable {
    private final WebServer server;

    private MetricsServer(WebServer server) {
        this.server = server;
    }

    /// Serves what `runs` gives at each request.
    public static MetricsServer start(int port, Supplier<List<RunMeasure>> runs, Time time) throws IOException {
        var router = new Router();
        router.get("/metrics", _ -> new WebReply.Whole(200, RunMetrics.TYPE, Payload.utf8(RunMetrics.of(runs.get()))));
        router.get("/healthz", _ -> new WebReply.Json(200, Map.of("status", "ok")));
        var nobodys = new byte[24]; // nothing here needs a token, and nobody is given one
        new SecureRandom().nextBytes(nobodys);
        WebAccess access = WebAccess.onLoopback(port, HexFormat.of().formatHex(nobodys));
        return new MetricsServer(WebServer.start(
                access, router, new Layout("of a run", UnaryOperator.identity(), _ -> Html.none()), time));
    }

    /// The address of the metrics.
    public URI address() {
        return server.address().resolve("/metrics");
    }

    @Override
    public void close() {
        server.close();
    }
}
