package dev.rowan.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.flink.RowanProcess.Ended;
import dev.rowan.simulator.Simulator;
import dev.rowan.testkit.server.PostgresServer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Rows per second on a real cluster, between the first and the last fifth of a run: neither the start of the cluster
/// nor the last splits count. Runs that are compared alternate. `-Drowan.flink.bench=ROUNDS`; a busy machine only
/// prints its figures, an idle one (`-Drowan.flink.strict=true`) must reach the required ratios.
@Tag("slow")
@ExtendWith(PostgresServer.class)
@EnabledIfSystemProperty(named = "rowan.flink.bench", matches = "[0-9]+")
class FlinkThroughputIT {
    private static final int ROUNDS = Integer.getInteger("rowan.flink.bench", 2);
    private static final boolean STRICT = Boolean.getBoolean("rowan.flink.strict");
    private static final long GIB_IN_KB = 1 << 20;

    private static final String CALLS = """
            run: {name: throughput, window: %1$d}
            source: {plugin: csv, options: {path: ../in.csv}}
            transforms:
              - plugin: llm
                options: {model: openai/gpt-4o-mini, user_prompt_template: "{{ text }}", output_key: mood, pool_size: %1$d}
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
            """;
    private static final String NO_CALLS = """
            run: {name: throughput}
            source: {plugin: csv, options: {path: ../in.csv}}
            transforms:
              - plugin: keyword_filter
                options: {fields: [text], blocked_patterns: ["password"]}
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
            """;

    private final String url;

    @TempDir
    private Path folder;

    FlinkThroughputIT(PostgresServer.Schema schema) {
        url = schema.url();
    }

    /// The rate of a run, and the most memory that one of its workers had.
    private record Measured(double rowsPerSecond, long workerKb) {}

    @Test
    void twoWorkersAreNearlyTwiceAsFastAsOne() throws Exception {
        int rows = Integer.getInteger("rowan.flink.rows", 6_000);
        try (Simulator simulator = Simulator.start(SimulatorControl.latency(500), new SystemTime())) {
            writeInput(rows);
            var one = new ArrayList<Double>();
            var two = new ArrayList<Double>();
            for (int round = 0; round < ROUNDS; round++) {
                one.add(flink(simulator, CALLS.formatted(64), rows, 1, 100).rowsPerSecond());
                two.add(flink(simulator, CALLS.formatted(64), rows, 2, 100).rowsPerSecond());
            }
            report("500 ms x 64: two workers beside one", two, one, 1.7);
        }
    }

    @Test
    void oneWorkerIsAsFastAsOneProcess() throws Exception {
        int rows = Integer.getInteger("rowan.flink.rows", 20_000);
        try (Simulator simulator = Simulator.start(SimulatorControl.latency(50), new SystemTime())) {
            writeInput(rows);
            var plain = new ArrayList<Double>();
            var flink = new ArrayList<Double>();
            for (int round = 0; round < ROUNDS; round++) {
                plain.add(plain(simulator, CALLS.formatted(50), rows).rowsPerSecond());
                flink.add(flink(simulator, CALLS.formatted(50), rows, 1, 500).rowsPerSecond());
            }
            report("50 ms x 50: one worker beside one process", flink, plain, 0.9);
        }
    }

    @Test
    void manyRowsWithoutCallsFitIntoAGibibyte() throws Exception {
        int rows = Integer.getInteger("rowan.flink.rows", 10_000_000);
        try (Simulator simulator = Simulator.start(SimulatorControl.latency(1), new SystemTime())) {
            writeInput(rows);
            Measured flink = flink(simulator, NO_CALLS, rows, 2, 1_000);
            System.out.printf("a worker had %,d KiB at most%n", flink.workerKb());
            assertThat(flink.workerKb()).isLessThanOrEqualTo(GIB_IN_KB);
            List<Double> plain = List.of(plain(simulator, NO_CALLS, rows).rowsPerSecond());
            report(
                    rows + " rows without calls: two workers beside one process",
                    List.of(flink.rowsPerSecond()),
                    plain,
                    0);
        }
    }

    private static void report(String what, List<Double> measured, List<Double> base, double required) {
        double ratio = sum(measured) / sum(base);
        System.out.printf(
                Locale.ROOT,
                "%s: %s beside %s rows/s, ratio %.2f, load %.1f%n",
                what,
                rounded(measured),
                rounded(base),
                ratio,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        if (STRICT) {
            assertThat(ratio).as(what).isGreaterThanOrEqualTo(required);
        }
    }

    private static double sum(List<Double> rates) {
        return rates.stream().mapToDouble(rate -> rate).sum();
    }

    private static List<Long> rounded(List<Double> rates) {
        return rates.stream().map(Math::round).toList();
    }

    private Measured flink(Simulator simulator, String pipeline, int rows, int workers, int splitRows)
            throws IOException, InterruptedException {
        return run(
                simulator,
                pipeline,
                rows,
                "--engine",
                "flink",
                "--workers",
                String.valueOf(workers),
                "--split-rows",
                String.valueOf(splitRows));
    }

    private Measured plain(Simulator simulator, String pipeline, int rows) throws IOException, InterruptedException {
        return run(simulator, pipeline, rows);
    }

    private Measured run(Simulator simulator, String pipeline, int rows, String... options)
            throws IOException, InterruptedException {
        Path in = Files.createTempDirectory(folder, "run-");
        Files.writeString(in.resolve("pipeline.yaml"), pipeline);
        var arguments = new ArrayList<>(List.of("run", "pipeline.yaml"));
        arguments.addAll(List.of(options));
        Optional<String> before = RecordProbe.newest(url);
        RowanProcess process = new RowanProcess(simulator.address() + "/v1", url, "-XX:+UseSerialGC")
                .start(in, arguments.toArray(String[]::new));
        var probe = new RecordProbe(process, url);
        long from = 0;
        long fromNanos = 0;
        long to = 0;
        long toNanos = 0;
        long workerKb = 0;
        while (process.isAlive() && to < rows * 4L / 5) {
            long ended = probe.rowsEnded(before);
            if (from == 0 && ended >= rows / 5) {
                from = ended;
                fromNanos = System.nanoTime();
            }
            to = ended;
            toNanos = System.nanoTime();
            for (ProcessHandle worker : process.workers()) {
                workerKb = Math.max(workerKb, residentKb(worker));
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        Ended done = process.await();
        assertThat(done.code()).as(done.output()).isZero();
        assertThat(to).as("the run was fast enough to be missed").isGreaterThan(from);
        Files.delete(in.resolve("out.jsonl"));
        double rate = (to - from) * 1e9 / (toNanos - fromNanos);
        System.out.printf(Locale.ROOT, "%s: %.0f rows/s%n", String.join(" ", arguments), rate);
        return new Measured(rate, workerKb);
    }

    /// The peak of the resident memory.
    private static long residentKb(ProcessHandle process) throws IOException {
        Path status = Path.of("/proc", String.valueOf(process.pid()), "status");
        return Files.notExists(status)
                ? 0
                : Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                        .findFirst()
                        .orElse(0);
    }

    private void writeInput(int rows) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(folder.resolve("in.csv"))) {
            out.write("n,text\n");
            for (int n = 1; n <= rows; n++) {
                out.write(n + ",text of row " + n + "\n");
            }
        }
    }
}
