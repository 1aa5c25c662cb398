package dev.rowan.bench.controller;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.engine.pool.Pacer;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.pool.PooledExecutor;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import javax.net.ssl.SSLContext;

/// The adaptive throttle over HTTP: pool, pacer and audited client against the simulator, which runs in a
/// process of its own and hides its limit. Phases of 20 s, longer by twice what an answer takes: warm-up,
/// measured, the limit doubled, and halved again. What was let in is counted when it is answered.
final class ControllerLive {
    private static final int PHASE = 20;
    private static final int ROWS = 1_000;
    private static final List<ControllerPoint> POINTS = List.of(
            new ControllerPoint("bucket", ControllerCase.Counted.REQUESTS, 20, 60, 20, 16),
            new ControllerPoint("bucket", ControllerCase.Counted.REQUESTS, 200, 60, 20, 64),
            new ControllerPoint("bucket", ControllerCase.Counted.REQUESTS, 2_000, 60, 20, 400),
            new ControllerPoint("bucket", ControllerCase.Counted.REQUESTS, 20, 60, 10_000, 800),
            new ControllerPoint("bucket", ControllerCase.Counted.TOKENS, 200, 5, 20, 64),
            new ControllerPoint("window", ControllerCase.Counted.REQUESTS, 200, 10, 20, 64));

    private final Time time = new SystemTime();
    private final ControllerPoint point;
    private final ControllerCalls calls;
    private final int phase;
    private final ControllerCurve curve;
    private int second;

    private ControllerLive(ControllerPoint point, ControllerCalls calls) {
        this.point = point;
        this.calls = calls;
        phase = PHASE + 2 * point.late();
        curve = new ControllerCurve(6 * phase);
    }

    /// The points whose description contains `only`.
    static void run(PrintStream out, String only) throws Exception {
        out.println("| limit | a second | answers in | used % | rejected % | s, halved | s, doubled |");
        out.println("|---|---|---|---|---|---|---|");
        HttpSettings settings = HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault());
        for (ControllerPoint point :
                POINTS.stream().filter(each -> each.label().contains(only)).toList()) {
            try (var server = SimulatorProcess.start(point.settings(1));
                    var client = AuditedClient.open(settings, new SystemTime())) {
                var calls = new ControllerCalls(client, server.address(), new SystemTime());
                out.printf(
                        "| %s | %s |%n",
                        point.label(), new ControllerLive(point, calls).play().shortCells());
            }
        }
    }

    private ControllerFigures play() throws InterruptedException {
        PoolConfig config = config();
        var random = new SplittableRandom(1);
        var pacer = new Pacer(config.newThrottle(random.split()), time);
        var pool = new PooledExecutor(config, pacer, time, random.split());
        try (var scope = CallScope.open("rows")) {
            for (int i = 0; i < Math.max(ROWS, 2 * config.claims()); i++) {
                SplittableRandom own = random.split();
                scope.start(() -> calls.ask(pool, own));
            }
            for (int i = 0; i < warmUp(); i++) {
                watch();
            }
            watch();
            calls.change(point.settings(2));
            watch();
            calls.change(point.settings(1));
            watch();
            pacer.stop();
        }
        return figures();
    }

    private PoolConfig config() {
        return new PoolConfig(
                point.pool(),
                Duration.ZERO,
                Duration.ofSeconds(5),
                2,
                Duration.ofMillis(50),
                Duration.ofHours(1),
                PoolConfig.Law.ADAPTIVE,
                DeclaredLimits.NONE);
    }

    /// Watches one phase, second by second.
    private void watch() throws InterruptedException {
        long begun = time.nanos();
        for (int i = 1; i <= phase; i++) {
            time.sleep(Duration.ofNanos(Math.max(0, begun + i * 1_000_000_000L - time.nanos())));
            curve.saw(second++, calls.seen(), point.counted());
        }
    }

    /// The phases of warm-up: a window is learnt from several of its kind.
    private int warmUp() {
        return point.isWindow() ? 3 : 1;
    }

    private ControllerFigures figures() {
        int from = warmUp() * phase;
        double limit = point.limit();
        double horizon = point.isWindow() ? point.period() : 10;
        return new ControllerFigures(
                curve.used(0, 10) / limit / 10,
                curve.used(from, from + phase) / limit / phase,
                curve.rejected(from, from + phase),
                recovery(from + 2 * phase, horizon, limit),
                recovery(from + phase, horizon, limit * 2));
    }

    private ControllerRecovery recovery(int change, double horizon, double limit) {
        return new ControllerRecovery(curve.recovery(change + point.late(), change + phase, 1, horizon, limit), 0);
    }
}
