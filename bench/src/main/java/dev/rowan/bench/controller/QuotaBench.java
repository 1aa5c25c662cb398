package dev.rowan.bench.controller;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// How well processes that share a limit use it, in simulated time: the worst of some seeds. A process is killed in
/// the second table: one that leads, or another.
final class QuotaBench {
    private static final double WARM = 120;
    private static final double END = 420;
    /// When a process is killed, and how long afterwards it counts.
    private static final double KILL = 240;

    private static final double AFTERWARDS = 20;
    private static final double LATENCY = 0.5;
    private static final List<Integer> PROCESSES = List.of(1, 3, 10);
    private static final List<Double> RATES = List.of(20.0, 200.0);

    private final PrintStream out;
    private final int seeds;
    private final long first;

    private QuotaBench(PrintStream out, int seeds, long first) {
        this.out = out;
        this.seeds = seeds;
        this.first = first;
    }

    static void run(PrintStream out, int seeds, long first) {
        var bench = new QuotaBench(out, seeds, first);
        bench.steady();
        bench.killed();
    }

    private void steady() {
        out.println("Seeds " + first + " to " + (first + seeds - 1) + ": the worst, and the median of those rejected.");
        out.println("| limit | a second | processes | used % | rejected % | median % | smallest part % |");
        out.println("|---|---|---|---|---|---|---|");
        for (var form : List.of(
                ControllerCase.Form.BUCKET,
                ControllerCase.Form.MINUTE_BUCKET,
                ControllerCase.Form.TENTH_BUCKET,
                ControllerCase.Form.FIXED_MINUTE)) {
            for (var counted : ControllerCase.Counted.values()) {
                for (double rate : RATES) {
                    for (int processes : PROCESSES) {
                        steady(limit(form, counted, rate), processes);
                    }
                }
            }
        }
    }

    private static ControllerCase limit(ControllerCase.Form form, ControllerCase.Counted counted, double rate) {
        return new ControllerCase(form, counted, rate, LATENCY, 0, ControllerCase.Machine.IDLE);
    }

    private void steady(ControllerCase limit, int processes) {
        double used = Double.MAX_VALUE;
        double smallest = 1;
        double[] rejected = new double[seeds];
        for (int seed = 0; seed < seeds; seed++) {
            var run = new QuotaRun(limit, processes, END, first + seed);
            run.playUntil(END);
            used = Math.min(used, used(run, limit, WARM, END));
            rejected[seed] = run.curve().rejected(WARM, END);
            smallest = Math.min(smallest, run.smallestPart());
        }
        Arrays.sort(rejected);
        out.printf(
                "| %s of %s | %.0f | %d | %.1f | %.2f | %.2f | %.1f |%n",
                limit.form().label(),
                limit.counted().name().toLowerCase(Locale.ROOT),
                limit.perSecond(),
                processes,
                100 * used,
                100 * rejected[seeds - 1],
                100 * rejected[seeds / 2],
                100 * smallest);
    }

    private static double used(QuotaRun run, ControllerCase limit, double from, double to) {
        return run.curve().used(from, to) / (limit.limit(limit.perSecond()) * (to - from));
    }

    private void killed() {
        out.println();
        out.println("| processes | killed | used % in the 20 s after it | rejected % |");
        out.println("|---|---|---|---|");
        for (int processes : PROCESSES.subList(1, PROCESSES.size())) {
            for (boolean leader : List.of(false, true)) {
                ControllerCase limit = limit(ControllerCase.Form.BUCKET, ControllerCase.Counted.REQUESTS, 200);
                double used = Double.MAX_VALUE;
                double rejected = 0;
                for (int seed = 0; seed < seeds; seed++) {
                    var run = new QuotaRun(limit, processes, END, first + seed);
                    run.playUntil(KILL);
                    run.kill(leader);
                    run.playUntil(KILL + AFTERWARDS);
                    used = Math.min(used, used(run, limit, KILL, KILL + AFTERWARDS));
                    rejected = Math.max(rejected, run.curve().rejected(KILL, KILL + AFTERWARDS));
                }
                out.printf(
                        "| %d | %s | %.1f | %.2f |%n",
                        processes, leader ? "the leader" : "another", 100 * used, 100 * rejected);
            }
        }
    }
}
