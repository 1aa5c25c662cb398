package dev.rowan.bench;

import dev.rowan.engine.throttle.AdaptiveThrottle;
import dev.rowan.engine.throttle.AimdThrottle;
import dev.rowan.engine.throttle.Pace;
import dev.rowan.engine.throttle.Throttle;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// How well the throttles find a hidden limit.
///
/// `./rowan bench controller [SEEDS]` plays them in simulated time: the worst of so many seeds (10), and of
/// `aimd` the first. `--plot FILE` draws some of the curves. `--live [WORD]` takes a few points over HTTP
/// instead.
final class ControllerBench {
    /// The law was made with the seeds below 2,000; these are others.
    private static final long FIRST_SEED = 7_001;

    private static final Pace PACE = new Pace(Duration.ZERO, Duration.ofSeconds(5));
    private static final List<Double> RATES = List.of(20.0, 200.0, 2_000.0);
    private static final List<Double> LATENCIES = List.of(0.02, 10.0);

    private final PrintStream out;

    private ControllerBench(PrintStream out) {
        this.out = out;
    }

    static void run(String... args) throws Exception {
        List<String> words = Arrays.asList(args);
        int plot = words.indexOf("--plot");
        if (words.contains("--live")) {
            ControllerLive.run(System.out, args.length > 1 ? args[1] : "");
        } else if (plot >= 0) {
            new ControllerBench(System.out).plot(Path.of(words.get(plot + 1)));
        } else {
            new ControllerBench(System.out).table(args.length == 0 ? 10 : Integer.parseInt(args[0]));
        }
    }

    private void table(int seeds) {
        long last = FIRST_SEED + seeds - 1;
        out.println("Seeds " + FIRST_SEED + " to " + last + ", the worst of each figure; of aimd the first.");
        out.println("| limit | a second | answers in | used % | rejected % | s, halved | s, doubled "
                + "| aimd: used % | rejected % | s, halved | s, doubled |");
        out.println("|---|---|---|---|---|---|---|---|---|---|---|");
        for (ControllerCase limit : cases()) {
            ControllerFigures worst = figures(limit, adaptive(FIRST_SEED), FIRST_SEED);
            for (long seed = FIRST_SEED + 1; seed <= last; seed++) {
                worst = worst.worst(figures(limit, adaptive(seed), seed));
            }
            out.printf(
                    "| %s | %s | %s |%n",
                    limit.words(),
                    worst.cells(),
                    figures(limit, aimd(), FIRST_SEED).cells());
        }
    }

    private void plot(Path file) throws Exception {
        var bucket = new ControllerCase(ControllerCase.Form.BUCKET, ControllerCase.Counted.REQUESTS, 200, 0.02);
        var minute = new ControllerCase(ControllerCase.Form.FIXED_MINUTE, ControllerCase.Counted.REQUESTS, 200, 0.02);
        var short1 = new ControllerPlan(0, 0, 60, 90, 120, 180);
        var long1 = new ControllerPlan(20, 20, 330, 510, 630, 840);
        var plot = new ControllerPlot(3);
        plot.panel(
                "adaptive, a bucket that fills with 200 requests a second",
                bucket,
                short1,
                play(bucket, short1, adaptive(1)));
        plot.panel(
                "adaptive, a quota of 12,000 requests for each minute",
                minute,
                long1,
                play(minute, long1, adaptive(1)));
        plot.panel(
                "aimd, a bucket that fills with 200 requests a second", bucket, short1, play(bucket, short1, aimd()));
        plot.write(file);
        out.println("drawn in " + file);
    }

    private static Throttle adaptive(long seed) {
        return new AdaptiveThrottle(PACE, new SplittableRandom(seed));
    }

    private static Throttle aimd() {
        return new AimdThrottle(PACE, 2, Duration.ofMillis(50));
    }

    private static ControllerFigures figures(ControllerCase limit, Throttle throttle, long seed) {
        var random = new SplittableRandom(seed);
        ControllerPlan plan = limit.plan(random.nextDouble());
        return ControllerFigures.of(limit, plan, new ControllerRun(limit, plan, throttle, random).play());
    }

    private static ControllerCurve play(ControllerCase limit, ControllerPlan plan, Throttle throttle) {
        return new ControllerRun(limit, plan, throttle, new SplittableRandom(1)).play();
    }

    private static List<ControllerCase> cases() {
        var cases = new ArrayList<ControllerCase>();
        for (var form : ControllerCase.Form.values()) {
            for (var counted : ControllerCase.Counted.values()) {
                for (double latency : LATENCIES) {
                    for (double perSecond : RATES) {
                        cases.add(new ControllerCase(form, counted, perSecond, latency));
                    }
                }
            }
        }
        return cases;
    }
}
