package dev.rowan.bench.rows;

import dev.rowan.api.Row;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.TransformResult;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.PluginContext;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.bench.harness.ReviewFile;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.testkit.FixedTransformPlugin;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// What leaving in input order costs, against leaving as soon as done: interleaved pairs of the same rows, each
/// waiting 5 to 500 ms with a heavy tail, one row stuck for 30 s.
///
/// `./rowan bench order [PAIRS ROWS]`, by default 10 pairs of 400,000 rows: long enough that the stuck row is not what
/// ends the run.
public final class OrderBench {
    private static final Duration STUCK = Duration.ofSeconds(30);

    private final PrintStream out;
    private final Time time = new SystemTime();

    private OrderBench(PrintStream out) {
        this.out = out;
    }

    public static void run(String... args) throws Exception {
        int pairs = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        long rows = args.length > 1 ? Long.parseLong(args[1]) : 400_000;
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            new OrderBench(System.out).measure(folder, pairs, rows);
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure(Path folder, int pairs, long rows) throws Exception {
        List<Double> ratios = new ArrayList<>();
        once(folder, "none", rows / 5);
        for (int pair = 1; pair <= pairs; pair++) {
            boolean orderedFirst = pair % 2 == 0;
            double first = once(folder, orderedFirst ? "input" : "none", rows);
            double second = once(folder, orderedFirst ? "none" : "input", rows);
            double ordered = orderedFirst ? first : second;
            double unordered = orderedFirst ? second : first;
            ratios.add(unordered / ordered);
            out.printf(
                    "pair %d: ordered %,.0f rows/s, unordered %,.0f rows/s, ordered/unordered %.4f%n",
                    pair, rows / ordered, rows / unordered, unordered / ordered);
        }
        List<Double> sorted = ratios.stream().sorted().toList();
        out.printf(
                "ordered/unordered throughput: median %.4f, from %.4f to %.4f over %d pairs%n",
                sorted.get(sorted.size() / 2), sorted.getFirst(), sorted.getLast(), sorted.size());
    }

    private double once(Path folder, String order, long rows) throws Exception {
        Path input = folder.resolve("rows.csv");
        ReviewFile.write(input, rows, 11);
        long started = time.nanos();
        PipelineBuilder.named("order")
                .plugin(new FixedTransformPlugin("waiting", new Waiting(rows / 10), Set.of(Capability.DETERMINISTIC)))
                .run("order", order)
                .run("window", 1_000)
                .source("csv", Map.of("path", input.toString()))
                .transform("waiting", Map.of())
                .sink(
                        "output",
                        "jsonl",
                        Map.of("path", folder.resolve("out.jsonl").toString()))
                .run("sqlite:" + folder.resolve("landscape.db"));
        double seconds = (time.nanos() - started) / 1e9;
        Folders.remove(folder);
        Files.createDirectories(folder);
        return seconds;
    }

    /// A transform that waits: most rows briefly, some for long, row `stuckRow` for half a minute.
    private record Waiting(long stuckRow) implements RowTransform {
        @Override
        public TransformResult process(Row row, PluginContext context) throws InterruptedException {
            long seq = context.token().rowSeq();
            context.time().sleep(seq == stuckRow ? STUCK : usualWait(seq));
            return TransformResult.success(row);
        }

        /// 5 to 500 ms, every tenfold as likely as the next, so that the slowest fifth makes up three fifths of the
        /// waiting; the same for the same row.
        private static Duration usualWait(long seq) {
            double millis = 5 * Math.pow(100, new SplittableRandom(seq).nextDouble());
            return Duration.ofNanos((long) (millis * 1e6));
        }
    }
}
