package dev.rowan.bench.controller;

import dev.rowan.engine.throttle.AdaptiveThrottle;
import dev.rowan.engine.throttle.BoundedThrottle;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.DelayRange;
import dev.rowan.engine.throttle.Throttle;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/// How well the throttles find a hidden limit.
///
/// `./rowan bench controller [SEEDS [FIRST [WORDS]]]` plays them in simulated time: the worst of so many seeds
/// (10) from the first (7001) on, for the limits whose description matches the regular expression WORDS.
/// `--noise [SEEDS [FIRST]]` has a service without a limit refuse requests at random, `--shared [FIRST]` has two
/// transforms share a key, `--processes [SEEDS [FIRST]]` has processes share one, `--plot FILE` draws some of the
/// curves, `--live [WORD]` takes a few points over HTTP;
/// `--hidden [WORD]` is the part of it that runs the command line against a server without our simulator's code.
public final class ControllerBench {
    /// The law was made with the seeds below 2,000; these are others.
    private static final long FIRST_SEED = 7_001;

    private static final DelayRange PACE = new DelayRange(Duration.ZERO, Duration.ofSeconds(5));
    private static final List<Double> RATES = List.of(20.0, 200.0, 2_000.0);
    private static final List<Double> LATENCIES = List.of(0.02, 1.0, 10.0);
    private static final List<Double> NOISE = List.of(0.0, 0.001, 0.01, 0.03, 0.1);

    private static final List<ControllerBacklog> BACKLOGS = List.of(
            new ControllerBacklog(3_000, 20, 0.1, 0, Optional.empty()),
            new ControllerBacklog(1_000, 50, 0.05, 0, Optional.empty()),
            new ControllerBacklog(10_000, 50, 0.05, 0, Optional.empty()),
            new ControllerBacklog(3_000, 20, 2, 0, Optional.empty()));

    private final PrintStream out;

    private ControllerBench(PrintStream out) {
        this.out = out;
    }

    public static void run(String... args) throws Exception {
        List<String> arguments = Arrays.asList(args);
        int plot = arguments.indexOf("--plot");
        if (arguments.contains("--processes")) {
            QuotaBench.run(
                    System.out,
                    args.length > 1 ? Integer.parseInt(args[1]) : 3,
                    args.length > 2 ? Long.parseLong(args[2]) : FIRST_SEED);
        } else if (arguments.contains("--shared")) {
            new ControllerBench(System.out).shared(args.length > 1 ? Long.parseLong(args[1]) : FIRST_SEED);
        } else if (arguments.contains("--noise")) {
            new ControllerBench(System.out)
                    .noise(
                            args.length > 1 ? Integer.parseInt(args[1]) : 10,
                            args.length > 2 ? Long.parseLong(args[2]) : FIRST_SEED);
        } else if (arguments.contains("--live")) {
            String only = args.length > 1 ? args[1] : "";
            ControllerLive.run(System.out, only);
            ControllerHidden.run(System.out, only);
        } else if (arguments.contains("--hidden")) {
            ControllerHidden.run(System.out, args.length > 1 ? args[1] : "");
        } else if (plot >= 0) {
            new ControllerBench(System.out).plot(Path.of(arguments.get(plot + 1)));
        } else {
            new ControllerBench(System.out)
                    .table(
                            args.length > 0 ? Integer.parseInt(args[0]) : 10,
                            args.length > 1 ? Long.parseLong(args[1]) : FIRST_SEED,
                            args.length > 2 ? args[2] : "");
        }
    }

    private void table(int seeds, long first, String only) {
        long last = first + seeds - 1;
        Pattern pattern = Pattern.compile(only);
        out.println("Seeds " + first + " to " + last + ", the worst of each figure.");
        out.println(
                "| limit | a second | answers in | noise | first 10 s % | used % | rejected % | s, halved | s, doubled "
                        + "| lost s, halved | lost s, doubled |");
        out.println("|---|---|---|---|---|---|---|---|---|---|---|");
        for (ControllerCase limit : cases()) {
            if (pattern.matcher(limit.label()).find()) {
                ControllerFigures worst = figures(limit, first);
                for (long seed = first + 1; seed <= last; seed++) {
                    worst = worst.worst(figures(limit, seed));
                }
                out.printf("| %s | %s |%n", limit.label(), worst.cells());
            }
        }
    }

    /// A service without a limit, the median and the worst of some seeds.
    private void noise(int seeds, long first) {
        out.println("Seeds " + first + " to " + (first + seeds - 1) + ": the median and the worst.");
        out.println("| rows | pool | answers in | refused | Retry-After | s without noise | times as long: median |"
                + " worst |");
        out.println("|---|---|---|---|---|---|---|---|");
        for (ControllerBacklog clean : BACKLOGS) {
            double seconds = clean.seconds(bounded(first), new SplittableRandom(first));
            for (double share : NOISE.subList(1, NOISE.size())) {
                for (var retryAfter : List.of(Optional.<Duration>empty(), Optional.of(Duration.ofSeconds(1)))) {
                    double[] times = LongStream.range(first, first + seeds)
                            .mapToDouble(seed ->
                                    clean.with(share, retryAfter).seconds(bounded(seed), new SplittableRandom(seed)))
                            .map(noisy -> noisy / seconds)
                            .sorted()
                            .toArray();
                    out.printf(
                            "| %d | %d | %.0f ms | %.1f %% | %s | %.2f | %.2f | %.2f |%n",
                            clean.rows(),
                            clean.pool(),
                            1_000 * clean.latency(),
                            100 * share,
                            retryAfter.map(wait -> wait.toSeconds() + " s").orElse("none"),
                            seconds,
                            times[seeds / 2],
                            times[seeds - 1]);
                }
            }
        }
    }

    private static Throttle bounded(long seed) {
        return new BoundedThrottle(adaptive(seed), DeclaredLimits.NONE);
    }

    /// Two transforms at once, the worst of ten seeds.
    private void shared(long first) throws InterruptedException {
        out.println("Seeds " + first + " to " + (first + 9) + ", the worst of each figure.");
        out.println("| limit | a second | keys | used %, of all limits | rejected % | the smaller part % |");
        out.println("|---|---|---|---|---|---|");
        for (var form : List.of(ControllerCase.Form.BUCKET, ControllerCase.Form.FIXED_MINUTE)) {
            for (double perSecond : RATES) {
                for (var keys : ControllerShared.Keys.values()) {
                    out.println(shared(
                            new ControllerCase(
                                    form,
                                    ControllerCase.Counted.REQUESTS,
                                    perSecond,
                                    2,
                                    0,
                                    ControllerCase.Machine.IDLE),
                            keys,
                            first));
                }
            }
        }
    }

    private static String shared(ControllerCase limit, ControllerShared.Keys keys, long first)
            throws InterruptedException {
        double all = limit.perSecond() * (keys == ControllerShared.Keys.TWO_KEYS ? 2 : 1);
        var worst = new ControllerShared.Shares(1, 0, 1);
        for (long seed = first; seed < first + 10; seed++) {
            var random = new SplittableRandom(seed);
            var run =
                    new ControllerShared(limit, keys, () -> new AdaptiveThrottle(PACE, random.split()), random.split());
            worst = worst.worst(run.play(300, 660, all));
        }
        return "| %s of requests | %.0f | %s | %s |"
                .formatted(
                        limit.form().label(),
                        limit.perSecond(),
                        keys.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        worst.cells());
    }

    private void plot(Path file) throws Exception {
        var bucket = new ControllerCase(
                ControllerCase.Form.BUCKET, ControllerCase.Counted.REQUESTS, 200, 0.02, 0, ControllerCase.Machine.IDLE);
        var noisy = new ControllerCase(
                ControllerCase.Form.BUCKET,
                ControllerCase.Counted.REQUESTS,
                200,
                0.02,
                0.01,
                ControllerCase.Machine.IDLE);
        var minute = new ControllerCase(
                ControllerCase.Form.FIXED_MINUTE,
                ControllerCase.Counted.REQUESTS,
                200,
                0.02,
                0,
                ControllerCase.Machine.IDLE);
        var short1 = new ControllerPlan(0, 0, 60, 90, 120, 180);
        var long1 = new ControllerPlan(20, 20, 330, 510, 630, 840);
        var plot = new ControllerPlot();
        plot.panel(
                "adaptive, a bucket that fills with 200 requests a second",
                bucket,
                short1,
                play(bucket, short1, adaptive(1)));
        plot.panel(
                "the same bucket, and 1 % of all requests refused at random",
                noisy, short1, play(noisy, short1, adaptive(1)));
        plot.panel(
                "adaptive, a quota of 12,000 requests for each minute",
                minute,
                long1,
                play(minute, long1, adaptive(1)));
        plot.write(file);
        out.println("drawn in " + file);
    }

    private static Throttle adaptive(long seed) {
        return new AdaptiveThrottle(PACE, new SplittableRandom(seed));
    }

    private static ControllerFigures figures(ControllerCase limit, long seed) {
        var random = new SplittableRandom(seed);
        ControllerPlan plan = limit.plan(random.nextDouble());
        return ControllerFigures.of(limit, plan, new ControllerRun(limit, plan, adaptive(seed), random).play());
    }

    private static ControllerCurve play(ControllerCase limit, ControllerPlan plan, Throttle throttle) {
        return new ControllerRun(limit, plan, throttle, new SplittableRandom(1)).play();
    }

    private static List<ControllerCase> cases() {
        var cases = new ArrayList<ControllerCase>();
        for (var form : ControllerCase.Form.values()) {
            for (var counted : ControllerCase.Counted.values()) {
                for (double noise : NOISE) {
                    for (double latency : LATENCIES) {
                        for (double perSecond : RATES) {
                            for (var machine : ControllerCase.Machine.values()) {
                                cases.add(new ControllerCase(form, counted, perSecond, latency, noise, machine));
                            }
                        }
                    }
                }
            }
        }
        return cases.stream().filter(ControllerCase::isMeaningful).toList();
    }
}
