package dev.rowan.bench.rows;

import com.sun.management.OperatingSystemMXBean;
import dev.rowan.api.Outcome;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.bench.harness.ReviewFile;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.builder.PipelineBuilder;
import dev.rowan.engine.run.RunResult;
import java.io.BufferedWriter;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The processor time of gates, forks and joins: pipelines with and without them, interleaved in one JVM, everything
/// recorded in SQLite.
///
/// `./rowan bench graph [ROUNDS [ROWS]]` compares a chain of one transform with the same chain behind a gate, and a
/// chain of two with the two as branches of a fork. `./rowan bench graph_heap [ROWS]` runs the fork in 512 MiB, and an
/// aggregate with 100,000 open groups.
public final class GraphBench {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    /// Tokens that a fork of two branches adds to a row.
    private static final int BRANCHES = 2;

    private static final int GROUPS = 100_000;
    private static final int MEMBERS = 3;

    private final PrintStream out = System.out;
    private final Time time = new SystemTime();

    private GraphBench() {}

    /// A pipeline under test.
    private enum Shape {
        CHAIN,
        GATE,
        CHAIN_OF_TWO,
        FORK;

        PipelineBuilder pipeline(Path input, Path folder) {
            return nodes(PipelineBuilder.named("graph")
                            .source("csv", Map.of("path", input.toString(), "id", "review_id")))
                    .sink(
                            "output",
                            "jsonl",
                            Map.of("path", folder.resolve("output.jsonl").toString()));
        }

        private PipelineBuilder nodes(PipelineBuilder builder) {
            return switch (this) {
                case CHAIN -> builder.node(truncate("text"));
                case GATE ->
                    builder.node(Map.of(
                                    "gate",
                                    Map.of(
                                            "by",
                                            "row.rating == '5'",
                                            "routes",
                                            Map.of("true", "text", "false", "text"))))
                            .node(truncate("text"));
                case CHAIN_OF_TWO -> builder.node(truncate("text")).node(truncate("product"));
                case FORK ->
                    builder.node(Map.of(
                                    "fork",
                                    Map.of("left", List.of(truncate("text")), "right", List.of(truncate("product")))))
                            .node(Map.of("join", Map.of()));
            };
        }

        private static Map<String, Object> truncate(String field) {
            return Map.of("name", field, "plugin", "truncate", "options", Map.of("fields", field, "max_chars", 20));
        }
    }

    public static void run(String... args) throws Exception {
        List<String> inner = new ArrayList<>(List.of("graph_inside"));
        inner.addAll(List.of(args));
        ChildJvm.run(List.of("-Xmx512m"), inner);
    }

    public static void heap(String... args) throws Exception {
        ChildJvm.run(List.of("-Xmx512m"), List.of("graph_heap_inside", args.length > 0 ? args[0] : "1000000"));
    }

    /// The part that runs in the JVM with the bounded heap.
    public static void inside(String... args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        long rows = args.length > 1 ? Long.parseLong(args[1]) : 100_000;
        new GraphBench().compare(rounds, rows);
    }

    public static void heapInside(String... args) throws Exception {
        long rows = Long.parseLong(args[0]);
        double micros = new GraphBench().microsPerRow(Shape.FORK, rows);
        System.out.printf("%,d rows through a fork and a join, %.1f µs of processor time a row%n", rows, micros);
        new GraphBench().groups();
    }

    /// All groups are open until the end of the input, since their members come in turn; each becomes one row.
    private void groups() throws Exception {
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            Path input = folder.resolve("members.csv");
            try (BufferedWriter file = Files.newBufferedWriter(input)) {
                file.write("key,text\n");
                for (int row = 0; row < GROUPS * MEMBERS; row++) {
                    file.write("k" + row % GROUPS + ",a text of some length that each member carries\n");
                }
            }
            RunResult result = PipelineBuilder.named("groups")
                    .source("csv", Map.of("path", input.toString()))
                    .node(Map.of(
                            "plugin",
                            "collect",
                            "options",
                            Map.of("fields", List.of("text"), "as", "members"),
                            "aggregate",
                            Map.of("by", "row.key")))
                    .sink(
                            "output",
                            "jsonl",
                            Map.of("path", folder.resolve("output.jsonl").toString()))
                    .run("sqlite:" + folder.resolve("landscape.db"));
            if (result.counts().outcomes().getOrDefault(Outcome.COMPLETED, 0L) != GROUPS) {
                throw new IllegalStateException("groups were cut or lost: " + result.counts());
            }
            out.printf(
                    "%,d rows in %,d open groups: %s%n",
                    GROUPS * MEMBERS, GROUPS, result.counts().outcomes());
        } finally {
            Folders.remove(folder);
        }
    }

    private void compare(int rounds, long rows) throws Exception {
        Map<Shape, List<Double>> measured = new EnumMap<>(Shape.class);
        for (int round = -1; round < rounds; round++) {
            for (Shape shape : Shape.values()) {
                double micros = microsPerRow(shape, rows);
                if (round >= 0) {
                    measured.computeIfAbsent(shape, _ -> new ArrayList<>()).add(micros);
                }
            }
        }
        measured.forEach((shape, micros) -> out.printf(
                "%-12s %.1f µs a row (%.1f to %.1f)%n",
                shape,
                median(micros),
                micros.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                micros.stream().mapToDouble(Double::doubleValue).max().orElseThrow()));
        out.printf("a gate: %.1f µs a row%n", median(difference(measured, Shape.GATE, Shape.CHAIN)));
        out.printf(
                "a fork and its join: %.1f µs a branch%n",
                median(difference(measured, Shape.FORK, Shape.CHAIN_OF_TWO)) / BRANCHES);
    }

    private static List<Double> difference(Map<Shape, List<Double>> measured, Shape with, Shape without) {
        List<Double> more = measured.getOrDefault(with, List.of());
        List<Double> less = measured.getOrDefault(without, List.of());
        return IntStream.range(0, more.size())
                .mapToObj(round -> more.get(round) - less.get(round))
                .toList();
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private double microsPerRow(Shape shape, long rows) throws Exception {
        Path folder = Files.createTempDirectory("rowan-bench");
        try {
            Path input = folder.resolve("reviews.csv");
            ReviewFile.write(input, rows, 7);
            long cpu = SYSTEM.getProcessCpuTime();
            long started = time.nanos();
            RunResult result = shape.pipeline(input, folder).run("sqlite:" + folder.resolve("landscape.db"));
            double seconds = (time.nanos() - started) / 1e9;
            double micros = (SYSTEM.getProcessCpuTime() - cpu) / 1e3 / rows;
            out.printf(
                    "%-12s %,d rows in %.2f s, %.1f µs of processor time and %d bytes of landscape a row; outcomes %s%n",
                    shape,
                    rows,
                    seconds,
                    micros,
                    Files.size(folder.resolve("landscape.db")) / rows,
                    result.counts().outcomes());
            if (result.counts().outcomes().getOrDefault(Outcome.COMPLETED, 0L) != rows) {
                throw new IllegalStateException("not all rows were completed");
            }
            return micros;
        } finally {
            Folders.remove(folder);
        }
    }
}
