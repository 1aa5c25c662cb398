package dev.rowan.bench.rows;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.bench.harness.CpuShares;
import dev.rowan.bench.harness.ReviewFile;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.RunResult;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Rows a second from csv through keyword_filter to jsonl, with everything recorded in SQLite: values, chain,
/// `synchronous=FULL`.
///
/// `./rowan bench throughput [HEAP ROWS …]` measures each number of rows in one fresh JVM after a warm-up, by default
/// 100,000 and 1,000,000 in 256 MiB. `./rowan bench ten_million` is `throughput 512m 10000000`.
public final class ThroughputBench {
    private static final long WARM_UP = 100_000;
    private static final List<String> PATTERNS = List.of("(?i)\\bpassword\\b", "\\b\\d{4}-\\d{4}-\\d{4}-\\d{4}\\b");

    private final PrintStream out;
    private final Time time = new SystemTime();

    private ThroughputBench(PrintStream out) {
        this.out = out;
    }

    public static void run(String... args) throws Exception {
        List<String> inner = new ArrayList<>(List.of("throughput_inside"));
        String heap = args.length > 0 ? args[0] : "256m";
        inner.addAll(args.length > 1 ? List.of(args).subList(1, args.length) : List.of("100000", "1000000"));
        ChildJvm.run(List.of("-Xmx" + heap), inner);
    }

    public static void tenMillion(String... args) throws Exception {
        run("512m", "10000000");
    }

    /// The part that runs in the JVM with the bounded heap.
    public static void inside(String... args) throws Exception {
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            new ThroughputBench(System.out).measure(folder, List.of(args));
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure(Path folder, List<String> counts) throws Exception {
        out.printf(
                "heap %d MiB, %d processors%n",
                Runtime.getRuntime().maxMemory() >> 20, Runtime.getRuntime().availableProcessors());
        once(folder, WARM_UP);
        out.println("(that was the warm-up)");
        List<Double> perRow = new ArrayList<>();
        for (String count : counts) {
            long rows = Long.parseLong(count);
            perRow.add(once(folder, rows) / rows);
        }
        if (perRow.size() > 1) {
            double first = perRow.getFirst();
            out.printf("time a row, last count against first: %.3f%n", perRow.getLast() / first);
        }
    }

    /// Runs `rows` rows and prints what they took; the seconds are returned.
    private double once(Path folder, long rows) throws Exception {
        Path input = folder.resolve("reviews-" + rows + ".csv");
        ReviewFile.write(input, rows, 7);
        Path database = folder.resolve("landscape-" + rows + ".db");
        long started = time.nanos();
        RunResult result;
        Map<String, Double> cpu;
        try (CpuShares shares = CpuShares.start(time)) {
            result = pipeline(input, folder.resolve("out-" + rows)).run("sqlite:" + database);
            cpu = shares.seconds();
        }
        double seconds = (time.nanos() - started) / 1e9;
        report(rows, seconds, result, Files.size(input), Files.size(database), cpu);
        Folders.remove(folder);
        Files.createDirectories(folder);
        return seconds;
    }

    private static PipelineBuilder pipeline(Path input, Path folder) {
        return PipelineBuilder.named("throughput")
                .source("csv", Map.of("path", input.toString(), "id", "review_id"))
                .transform(
                        "keyword_filter", Map.of("fields", "text", "blocked_patterns", PATTERNS, "on_error", "blocked"))
                .sink(
                        "output",
                        "jsonl",
                        Map.of("path", folder.resolve("output.jsonl").toString()))
                .sink(
                        "blocked",
                        "jsonl",
                        Map.of("path", folder.resolve("blocked.jsonl").toString()));
    }

    private void report(
            long rows, double seconds, RunResult result, long inputBytes, long databaseBytes, Map<String, Double> cpu) {
        double used = cpu.values().stream().mapToDouble(Double::doubleValue).sum();
        out.printf(
                "%,d rows in %.2f s: %,.0f rows/s; input %d bytes a row, landscape %d bytes a row; outcomes %s%n",
                rows,
                seconds,
                rows / seconds,
                inputBytes / rows,
                databaseBytes / rows,
                result.counts().outcomes());
        out.printf("  processor time %.1f µs a row, %.0f %% of two cores:%n", used * 1e6 / rows, used * 50 / seconds);
        cpu.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .filter(part -> part.getValue() / used > 0.005)
                .forEach(part -> out.printf(
                        "    %-28s %5.1f µs a row  %3.0f %%%n",
                        part.getKey(), part.getValue() * 1e6 / rows, part.getValue() * 100 / used));
    }
}
