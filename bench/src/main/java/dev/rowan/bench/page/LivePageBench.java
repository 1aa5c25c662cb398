package dev.rowan.bench.page;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.calls.CallsClient;
import dev.rowan.bench.calls.CallsPipeline;
import dev.rowan.bench.calls.CallsRound;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.chaos.image.Folders;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

/// The overhead of open web pages: runs the pipeline of `calls` in pairs, alone and with pages served by the same
/// process, each polled as often as the page's own script does.
///
/// `./rowan bench live_page [PAIRS [ROWS [PAGES [SERVICE]]]]`, by default 10 pairs of 120,000 rows; which of
/// a pair comes first changes. PAGES is `both` (overview and rows), `overview`, `rows` or `filtered` (the
/// rows that were completed, by latency). SERVICE is `fast`, which leaves the processor as what limits the
/// run, or `slow`: 50 ms an answer and 50 calls in flight.
public final class LivePageBench {
    private static final String OVERVIEW = "/runs/latest";
    private static final String ROWS = "/runs/latest/rows";
    private static final Map<String, List<String>> PAGES = Map.of(
            "both", List.of(OVERVIEW, ROWS),
            "overview", List.of(OVERVIEW),
            "rows", List.of(ROWS),
            "filtered", List.of(ROWS + "?outcome=completed&sort=latency"));

    private final PrintStream out;
    private final Path folder;
    private final List<String> pages;
    private final Time time = new SystemTime();
    private final Queue<Double> millis = new ConcurrentLinkedQueue<>();

    private LivePageBench(PrintStream out, Path folder, List<String> pages) {
        this.out = out;
        this.folder = folder;
        this.pages = pages;
    }

    /// The simulator's settings and the load.
    private record Service(String settings, int inFlight) {
        static Service of(String word) {
            return switch (word) {
                case "fast" -> new Service("{}", 256);
                case "slow" -> new Service("{\"latency\": {\"shape\": \"fixed\", \"typical\": \"50ms\"}}", 50);
                default -> throw new IllegalArgumentException("SERVICE must be fast or slow, got '" + word + "'");
            };
        }

        CallsPipeline.Load load(long rows) {
            return new CallsPipeline.Load(inFlight, "adaptive", rows, rows * 3 / 10);
        }
    }

    public static void run(String... args) throws Exception {
        int pairs = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        long rows = args.length > 1 ? Long.parseLong(args[1]) : 120_000;
        List<String> pages = PAGES.get(args.length > 2 ? args[2] : "both");
        if (pages == null) {
            throw new IllegalArgumentException("PAGES must be one of " + PAGES.keySet() + ", got '" + args[2] + "'");
        }
        Service service = Service.of(args.length > 3 ? args[3] : "fast");
        Path folder = Files.createTempDirectory("rowan-live-page");
        try {
            new LivePageBench(System.out, folder, pages).measure(pairs, service, rows);
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure(int pairs, Service service, long rows) throws Exception {
        CallsPipeline.Load load = service.load(rows);
        try (var simulator = SimulatorProcess.start(service.settings());
                AuditedClient wire = CallsClient.audited()) {
            var pipeline = new CallsPipeline(folder, simulator, wire, time, CallsPipeline.Durability.SYNCED);
            watched(pipeline, load);
            millis.clear();
            var alone = new ArrayList<CallsRound.Figures>();
            var looked = new ArrayList<CallsRound.Figures>();
            for (int pair = 1; pair <= pairs; pair++) {
                boolean aloneFirst = pair % 2 == 1;
                if (aloneFirst) {
                    alone.add(pipeline.run(load).calls());
                }
                looked.add(watched(pipeline, load));
                if (!aloneFirst) {
                    alone.add(pipeline.run(load).calls());
                }
                tell(pair, alone.getLast(), looked.getLast());
            }
            report(alone, looked);
        }
    }

    private CallsRound.Figures watched(CallsPipeline pipeline, CallsPipeline.Load load) throws Exception {
        var location =
                new LandscapeLocation("sqlite:" + folder.resolve("landscape.db"), folder, UnaryOperator.identity());
        try (Website site = Website.start(WebAccess.onLoopback(0, PageClient.TOKEN), location, time);
                CallScope scope = CallScope.open("looking")) {
            new PageWatch(site.address(), time, millis).start(scope, pages);
            return pipeline.run(load).calls();
        }
    }

    private void tell(int pair, CallsRound.Figures alone, CallsRound.Figures looked) {
        out.printf(
                "pair %d: alone %,.0f rows/s (%.1f µs), looked at %,.0f rows/s (%.1f µs): %.4f%n",
                pair,
                alone.perSecond(),
                alone.cpuMicros(),
                looked.perSecond(),
                looked.cpuMicros(),
                looked.perSecond() / alone.perSecond());
    }

    private void report(List<CallsRound.Figures> alone, List<CallsRound.Figures> looked) {
        var speed = new ArrayList<Double>();
        var cpu = new ArrayList<Double>();
        for (int i = 0; i < alone.size(); i++) {
            speed.add(looked.get(i).perSecond() / alone.get(i).perSecond());
            cpu.add(looked.get(i).cpuMicros() / alone.get(i).cpuMicros());
        }
        out.printf("looked at / alone, throughput: %s, bar 0.98%n", spread("%.4f", speed));
        out.printf("looked at / alone, processor time a row: %s%n", spread("%.4f", cpu));
        out.printf("answers: %d, milliseconds: %s%n", millis.size(), spread("%.1f", millis));
        Map<String, Double> before = parts(alone);
        out.println("processor µs a row by part, alone and looked at:");
        parts(looked).forEach((part, micros) -> {
            double was = before.getOrDefault(part, 0.0);
            if (Math.max(micros, was) > 0.2) {
                out.printf("  %-28s %6.1f %6.1f%n", part, was, micros);
            }
        });
    }

    private static Map<String, Double> parts(List<CallsRound.Figures> all) {
        var micros = new TreeMap<String, Double>();
        long calls = all.stream().mapToLong(CallsRound.Figures::calls).sum();
        all.forEach(
                figures -> figures.cpu().forEach((part, used) -> micros.merge(part, used * 1e6 / calls, Double::sum)));
        return micros;
    }

    private static String spread(String format, Collection<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        return sorted.isEmpty()
                ? "none"
                : String.format(
                        Locale.ROOT,
                        "median " + format + " (" + format + " to " + format + ")",
                        sorted.get(sorted.size() / 2),
                        sorted.getFirst(),
                        sorted.getLast());
    }
}
