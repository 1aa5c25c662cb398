package dev.rowan.bench.calls;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.chaos.image.Folders;
import dev.rowan.providers.http.AuditedClient;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/// The overhead of the engine and the ledger per call: a pipeline with everything recorded, against its HTTP client
/// alone and against OpenAI's SDK, in interleaved rounds, each of them and the simulator in its own process.
///
/// `./rowan bench calls [ROUNDS [THROTTLE [ROWS]]]`, by default 11 rounds with `adaptive` and 120,000 rows. The first
/// three tenths of the rows are the pipeline's ramp-up, since its throttle starts at 100 calls/s and doubles each
/// second; the rest is measured, until every row has its outcome. Then the same pipeline with replies after 50 ms
/// and 50 in flight. `calls_at_once` and `calls_slow` are the two parts.
public final class CallsBench {
    private static final int IN_FLIGHT = 256;
    private static final int WARM_UPS = 2;

    /// Two processes of the same build differ by up to a tenth for as long as they live, so a new one follows.
    private static final int ROUNDS_OF_A_PROCESS = 5;
    private static final CallsPipeline.Load SLOW = new CallsPipeline.Load(50, "adaptive", 20_000, 8_000);

    private final PrintStream out;
    private final Path folder;
    private final Time time = new SystemTime();

    private CallsBench(PrintStream out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    public static void run(String... args) throws Exception {
        atOnce(args);
        slow();
    }

    public static void atOnce(String... args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 11;
        String throttle = args.length > 1 ? args[1] : "adaptive";
        long rows = args.length > 2 ? Long.parseLong(args[2]) : 120_000;
        var load = new CallsPipeline.Load(IN_FLIGHT, throttle, rows, rows * 3 / 10);
        inFolder(bench -> bench.measure(rounds, load));
    }

    public static void slow(String... none) throws Exception {
        inFolder(CallsBench::measureSlow);
    }

    private interface Measuring {
        void with(CallsBench bench) throws Exception;
    }

    private static void inFolder(Measuring measuring) throws Exception {
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            measuring.with(new CallsBench(System.out, folder));
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure(int rounds, CallsPipeline.Load load) throws Exception {
        var bare = CallsSeries.of("bare");
        var pipeline = CallsSeries.of("pipeline");
        var sdk = CallsSeries.of("sdk");
        boolean withSdk = CallsClient.hasOpenAiSdk();
        List<CallsSeries> all = withSdk ? List.of(bare, pipeline, sdk) : List.of(bare, pipeline);
        for (int first = 1; first <= rounds; first += ROUNDS_OF_A_PROCESS) {
            interleave(first, Math.min(rounds, first + ROUNDS_OF_A_PROCESS - 1), all, load);
        }
        report(bare, pipeline);
        if (withSdk) {
            reportLibrary(sdk, pipeline);
        }
    }

    private void interleave(int first, int last, List<CallsSeries> all, CallsPipeline.Load load) throws Exception {
        try (var processes = CallsProcesses.start(load)) {
            for (CallsSeries each : all) {
                processes.add(each.who());
            }
            for (int round = 0; round < WARM_UPS; round++) {
                for (CallsSeries each : all) {
                    processes.round(each.who());
                }
            }
            for (int round = first; round <= last; round++) {
                for (CallsSeries each : all) {
                    CallsPipeline.Figures figures = processes.round(each.who());
                    each.rounds().add(figures);
                    out.printf("round %d: %s %s%n", round, each.who(), text(figures));
                }
            }
        }
    }

    /// The cost of writing every intent and answer to disk before acting on it.
    public static void durability(String... args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 11;
        long rows = args.length > 1 ? Long.parseLong(args[1]) : 120_000;
        var load = new CallsPipeline.Load(IN_FLIGHT, "adaptive", rows, rows * 3 / 10);
        inFolder(bench -> bench.measureDurability(rounds, load));
    }

    private void measureDurability(int rounds, CallsPipeline.Load load) throws Exception {
        try (var simulator = SimulatorProcess.start("{}");
                AuditedClient wire = CallsClient.audited()) {
            var synced = new CallsPipeline(folder, simulator, wire, time, CallsPipeline.Durability.SYNCED);
            var unsynced = new CallsPipeline(folder, simulator, wire, time, CallsPipeline.Durability.UNSYNCED);
            synced.run(load);
            List<CallsRound.Figures> with = new ArrayList<>();
            List<CallsRound.Figures> without = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                with.add(synced.run(load).calls());
                without.add(unsynced.run(load).calls());
                out.printf(
                        "round %d: synchronous=FULL %,.0f, OFF %,.0f calls/s%n",
                        round, with.getLast().perSecond(), without.getLast().perSecond());
            }
            out.printf("%n%d in flight, %d rounds: median (least to most)%n", IN_FLIGHT, rounds);
            line("synchronous=FULL", with);
            line("synchronous=OFF", without);
            out.printf("  FULL/OFF calls/s: %s%n", spread("%.3f", ratios(with, without)));
        }
    }

    private static String text(CallsPipeline.Figures round) {
        String calls = String.format("%,.0f calls/s", round.calls().perSecond());
        return round.wayUp() == 0
                ? calls
                : String.format("%s (%.1f s on its way up, %.2f s to close)", calls, round.wayUp(), round.closing());
    }

    private void report(CallsSeries bare, CallsSeries pipeline) {
        out.printf(
                "%n%d in flight, %d rounds: median (least to most)%n",
                IN_FLIGHT, bare.rounds().size());
        line("bare AuditedClient", bare.calls());
        line("pipeline, all recorded", pipeline.calls());
        out.printf("  pipeline/bare calls/s: %s%n", spread("%.3f", ratios(pipeline.calls(), bare.calls())));
        out.printf(
                "  landscape: %,d bytes a call%n", pipeline.rounds().getLast().landscapeBytes());
        out.println("  the pipeline's processor time a call, over all rounds:");
        parts(pipeline.calls());
    }

    private void reportLibrary(CallsSeries sdk, CallsSeries pipeline) {
        line("bare openai-java", sdk.calls());
        out.printf("  pipeline/openai-java calls/s: %s%n", spread("%.3f", ratios(pipeline.calls(), sdk.calls())));
    }

    private void line(String title, List<CallsRound.Figures> all) {
        out.printf(
                "  %-24s %s calls/s   %s µs of CPU a call, and %s of the simulator's%n",
                title,
                spread("%,.0f", each(all, CallsRound.Figures::perSecond)),
                spread("%.0f", each(all, CallsRound.Figures::cpuMicros)),
                spread("%.0f", each(all, CallsRound.Figures::simulatorMicros)));
    }

    private void parts(List<CallsRound.Figures> all) {
        Map<String, Double> seconds = new TreeMap<>();
        all.forEach(figures -> figures.cpu().forEach((part, used) -> seconds.merge(part, used, Double::sum)));
        long calls = all.stream().mapToLong(CallsRound.Figures::calls).sum();
        seconds.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .filter(part -> part.getValue() * 1e6 / calls > 0.2)
                .forEach(part -> out.printf("    %-28s %5.1f µs%n", part.getKey(), part.getValue() * 1e6 / calls));
    }

    private void measureSlow() throws Exception {
        try (var simulator = SimulatorProcess.start("{\"latency\": {\"shape\": \"fixed\", \"typical\": \"50ms\"}}");
                AuditedClient wire = CallsClient.audited()) {
            var ours = new CallsPipeline(folder, simulator, wire, time, CallsPipeline.Durability.SYNCED);
            List<Double> share = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                share.add(ours.run(SLOW).calls().perSecond());
            }
            double ideal = SLOW.poolSize() / 0.050;
            out.printf(
                    "%n50 ms and %d in flight, 3 rounds: %s rows/s of the ideal %,.0f%n",
                    SLOW.poolSize(), spread("%.1f", share), ideal);
        }
    }

    private static List<Double> each(List<CallsRound.Figures> all, ToDoubleFunction<CallsRound.Figures> figure) {
        return all.stream().map(figure::applyAsDouble).toList();
    }

    private static List<Double> ratios(List<CallsRound.Figures> these, List<CallsRound.Figures> those) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < these.size(); i++) {
            ratios.add(these.get(i).perSecond() / those.get(i).perSecond());
        }
        return ratios;
    }

    private static String spread(String format, List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        return String.format(
                format + " (" + format + " to " + format + ")",
                sorted.get(sorted.size() / 2),
                sorted.getFirst(),
                sorted.getLast());
    }
}
