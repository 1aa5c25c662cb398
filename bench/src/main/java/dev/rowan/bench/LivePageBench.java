package dev.rowan.bench;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.web.http.Access;
import dev.rowan.web.read.LandscapePlace;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/// What it costs a run that someone looks at it: the pipeline of `calls` in pairs, alone and with its
/// overview and its rows served by the same process, both asked for every 2 s as the page itself does.
///
/// `./rowan bench live_page [PAIRS [ROWS]]`, by default 10 pairs of 120,000 rows; which of a pair comes first
/// changes.
final class LivePageBench {
    private static final int IN_FLIGHT = 256;
    private static final Duration EVERY = Duration.ofSeconds(2);

    private final PrintStream out;
    private final Path folder;
    private final Time time = new SystemTime();
    private final AtomicInteger shown = new AtomicInteger();

    private LivePageBench(PrintStream out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    static void run(String... args) throws Exception {
        int pairs = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        long rows = args.length > 1 ? Long.parseLong(args[1]) : 120_000;
        Path folder = Files.createTempDirectory("rowan-live-page");
        try {
            new LivePageBench(System.out, folder)
                    .measure(pairs, new CallsPipeline.Load(IN_FLIGHT, "adaptive", rows, rows * 3 / 10));
        } finally {
            Folders.delete(folder);
        }
    }

    private void measure(int pairs, CallsPipeline.Load load) throws Exception {
        try (var simulator = SimulatorProcess.start("{}");
                AuditedClient wire = CallsClient.audited()) {
            var pipeline = new CallsPipeline(folder, simulator, wire, time);
            watched(pipeline, load);
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
        var place = new LandscapePlace("sqlite:" + folder.resolve("landscape.db"), folder);
        try (Website site = Website.start(Access.onLoopback(0, PageClient.TOKEN), place, time);
                var page = new PageClient(site.address());
                CallScope scope = CallScope.open("looking")) {
            scope.start(() -> look(page));
            return pipeline.run(load).calls();
        }
    }

    /// Until it is interrupted. What is not there yet, or any more, is asked for again.
    private void look(PageClient page) {
        try {
            while (true) {
                for (String path : List.of("/runs/latest", "/runs/latest/rows")) {
                    show(page, path);
                }
                time.sleep(EVERY);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(PageClient page, String path) throws InterruptedException {
        try {
            page.get(path);
            shown.incrementAndGet();
        } catch (IOException | IllegalStateException _) {
            // not there
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
        out.printf("looked at / alone, throughput: %s, bar 0.98%n", spread(speed));
        out.printf("looked at / alone, processor time a row: %s%n", spread(cpu));
        out.printf("pages shown: %d%n", shown.get());
    }

    private static String spread(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "median %.4f (%.4f to %.4f)",
                sorted.get(sorted.size() / 2),
                sorted.getFirst(),
                sorted.getLast());
    }
}
