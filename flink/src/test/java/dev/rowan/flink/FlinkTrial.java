package dev.rowan.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.flink.RowanProcess.Ended;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitQueries.SplitState;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.simulator.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A pipeline that has run in one process. Its runs on Flink, whatever happens to them, must have the same outputs,
/// and the simulator must have billed nothing that is not on record.
final class FlinkTrial implements AutoCloseable {
    static final int POOL = 16;
    private static final int SPLIT_ROWS = 50;
    /// Rows with errors.
    private static final int EXIT_CODE = 4;

    private static final String PIPELINE = """
            run: {name: flink, window: 60}
            source: {plugin: csv, options: {path: in.csv, id: n, on_error: unreadable}}
            transforms:
              - plugin: keyword_filter
                options: {fields: [text], blocked_patterns: ["password"], on_error: blocked}
              - plugin: llm
                options:
                  model: openai/gpt-4o-mini
                  user_prompt_template: "{{ text }}"
                  output_key: mood
                  pool_size: %d
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              blocked: {plugin: csv, options: {path: out/blocked.csv}}
              unreadable: {plugin: jsonl, options: {path: out/unreadable.jsonl}}
            """.formatted(POOL);

    private final Path folder;
    private final String landscape;
    private final int rows;
    private final Simulator simulator;
    private final SimulatorControl control;
    private final Path plain;
    private final String plainId;
    private int started;

    private FlinkTrial(Path folder, String landscape, int rows, Simulator simulator)
            throws IOException, InterruptedException {
        this.folder = folder;
        this.landscape = landscape;
        this.rows = rows;
        this.simulator = simulator;
        this.control = new SimulatorControl(simulator.address());
        this.plain = prepare("plain");
        Ended ended = program().start(plain, "run", "pipeline.yaml").await();
        assertThat(ended.code()).as(ended.output()).isEqualTo(EXIT_CODE);
        this.plainId = ended.runId();
    }

    /// Runs the pipeline over so many rows in one process.
    static FlinkTrial of(Path folder, String landscape, int rows) throws IOException, InterruptedException {
        Simulator simulator = Simulator.start(SimulatorControl.latency(5), new SystemTime());
        try {
            return new FlinkTrial(folder, landscape, rows, simulator);
        } catch (IOException | InterruptedException | RuntimeException | Error failed) {
            simulator.close();
            throw failed;
        }
    }

    private RowanProcess program() {
        return program(landscape);
    }

    private RowanProcess program(String address) {
        return new RowanProcess(simulator.address() + "/v1", address);
    }

    /// A run on Flink that reaches its landscape at `address`.
    final class FlinkRun {
        private final Path in;
        private final RowanProcess process;
        private final long billedBefore;

        private FlinkRun(String address, int workers) throws IOException, InterruptedException {
            this.in = prepare("flink-" + ++started);
            this.billedBefore = control.billedCalls();
            this.process = program(address)
                    .start(
                            in,
                            "run",
                            "pipeline.yaml",
                            "--engine",
                            "flink",
                            "--workers",
                            String.valueOf(workers),
                            "--split-rows",
                            String.valueOf(SPLIT_ROWS));
        }

        RowanProcess process() {
            return process;
        }

        RecordProbe probe() {
            return new RecordProbe(process, landscape);
        }

        Ended resume(String runId, String... options) throws IOException, InterruptedException {
            String[] arguments = Stream.concat(Stream.of("resume", runId), Stream.of(options))
                    .toArray(String[]::new);
            return program().start(in, arguments).await();
        }

        /// Waits for its end, and checks it after so many faults, each of which may have lost calls in flight.
        void check(int faults) throws IOException, InterruptedException {
            check(process.await(), probe().runId(), faults);
        }

        void check(Ended ended, String runId, int faults) throws IOException, InterruptedException {
            assertThat(ended.code()).as(ended.output()).isEqualTo(EXIT_CODE);
            assertSameOutputs(in.resolve("out"), runId);
            assertRecorded(runId, faults, control.billedCalls() - billedBefore);
            Ended verified = program().start(in, "verify", runId).await();
            assertThat(verified.code()).as(verified.output()).isZero();
        }
    }

    /// Starts a run on Flink whose calls take so long.
    FlinkRun start(int workers, int latencyMillis) throws IOException, InterruptedException {
        return start(landscape, workers, latencyMillis);
    }

    FlinkRun start(String address, int workers, int latencyMillis) throws IOException, InterruptedException {
        control.setLatency(latencyMillis);
        return new FlinkRun(address, workers);
    }

    /// Byte for byte, but for the id of the run that rows with an error name.
    private void assertSameOutputs(Path out, String runId) throws IOException {
        for (String name : List.of("output.jsonl", "blocked.csv", "unreadable.jsonl")) {
            assertThat(Files.readString(out.resolve(name)).replace(runId, "RUN").equals(reference(name)))
                    .as(name + " in " + out)
                    .isTrue();
        }
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).noneMatch(name -> name.contains(".part"));
        }
    }

    private String reference(String name) throws IOException {
        return Files.readString(plain.resolve("out").resolve(name)).replace(plainId, "RUN");
    }

    /// Each row is paid once, and a second time only for calls in flight at a fault, which are on record as unknown.
    private void assertRecorded(String runId, int faults, long billed) {
        try (LandscapeReader reader = Landscapes.read(landscape, folder)) {
            RunSummary summary = reader.runs().summary(runId);
            assertThat(summary.rowsEnded()).isEqualTo(rows);
            assertThat(reader.splits().list(runId))
                    .hasSize((rows + SPLIT_ROWS - 1) / SPLIT_ROWS)
                    .allMatch(SplitState::done);
            Map<CallState, Long> attempts = summary.calls().attempts();
            long answered = attempts.getOrDefault(CallState.ANSWERED, 0L);
            long unknown = attempts.getOrDefault(CallState.UNKNOWN, 0L);
            System.out.printf(
                    "rows %d, faults %d, billed %d, answered %d, unknown %d%n",
                    rows, faults, billed, answered, unknown);
            assertThat(billed).as("billed calls").isBetween(answered, answered + unknown);
            assertThat(unknown).as("in flight at the faults").isLessThanOrEqualTo(2L * POOL * faults);
        }
    }

    private Path prepare(String name) throws IOException {
        Path made = Files.createDirectory(folder.resolve(name));
        var text = new StringBuilder("n,text\n");
        for (int n = 1; n <= rows; n++) {
            text.append(
                    switch (n % 23) {
                        case 7 -> n + ",my password\n";
                        case 11 -> n + ",\"two\nlines\"\n";
                        case 13 -> n + "\n";
                        default -> n + ",text " + n + "\n";
                    });
        }
        Files.writeString(made.resolve("in.csv"), text);
        Files.writeString(made.resolve("pipeline.yaml"), PIPELINE);
        return made;
    }

    @Override
    public void close() throws IOException {
        control.close();
        simulator.close();
    }
}
