package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Signals to a running pipeline in its own process.
class RunSignalsIT {
    private static final int ROWS = 100_000;

    @TempDir
    private Path folder;

    private RowanProcess start(String latency, int tellAt) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("pipeline.yaml"), """
                run: {name: slow, window: 50}
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - {plugin: slow, options: {latency: %s, tell_at: %d, tell_by: under-way}}
                sinks:
                  output: {plugin: jsonl, options: {path: output.jsonl}}
                """.formatted(latency, tellAt));
        Files.write(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, ROWS).mapToObj(RunSignalsIT::row).toList());
        RowanProcess rowan = RowanProcess.start(folder, RowanProcess.command("run", "pipeline.yaml"));
        rowan.awaitThat(() -> Files.exists(folder.resolve("under-way")));
        return rowan;
    }

    private static String row(int n) {
        return "{\"n\":" + n + ",\"text\":\"row number " + n + "\"}";
    }

    /// The rows in the sink, which must be the first ones, whole and in order.
    private int firstRows() throws IOException {
        String text = Files.readString(folder.resolve("output.jsonl"));
        List<String> lines = text.lines().toList();
        assertThat(text).matches(all -> all.isEmpty() || all.endsWith("\n"), "ends with a whole line");
        assertThat(lines)
                .isEqualTo(IntStream.rangeClosed(1, lines.size())
                        .mapToObj(RunSignalsIT::row)
                        .toList());
        return lines.size();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void theFirstSignalDrainsRowsInFlight(String signal) throws Exception {
        assumeFalse(ignores(signal), "SIG" + signal + " is ignored here, as in a background job without job control");
        Ended ended;
        try (RowanProcess rowan = start("20ms", 500)) {
            rowan.signal(signal);
            ended = rowan.await();
        }
        int rows = firstRows();
        assertThat(ended.code()).isEqualTo(3);
        assertThat(rows).isBetween(500, ROWS - 1);
        assertThat(ended.err())
                .contains("rowan: SIG" + signal
                        + ": stopping after the rows in flight; press Ctrl-C again to stop immediately");
        assertThat(ended.out()).contains("stopped by SIG" + signal + "; last row read: ", "every row has an outcome");
        Map<?, ?> status =
                RowanProgram.run(folder, "status", "latest", "--json").json();
        assertThat(status.get("status")).isEqualTo("interrupted");
        assertThat(status.get("why")).isEqualTo("stopped by SIG" + signal);
        assertThat(status.get("rows_read")).isEqualTo((long) rows);
        assertThat(status.get("rows_ended")).isEqualTo((long) rows);
    }

    @Test
    void theSecondStopsAtOnce() throws Exception {
        assumeFalse(ignores("INT"), "SIGINT is ignored here, as in a background job without job control");
        Ended ended;
        try (RowanProcess rowan = start("1h", 50)) {
            rowan.signal("INT");
            rowan.awaitThat(() -> rowan.hasSaid("stopping after the rows in flight"));
            rowan.signal("INT");
            ended = rowan.await();
        }
        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("rowan: SIGINT: stopping immediately");
        assertThat(ended.out()).contains("no outcome");
        assertThat(firstRows()).isZero();
        assertThat(RowanProgram.run(folder, "status", "latest").out())
                .contains("interrupted after", "stopped by SIGINT; last row read: 50", "no outcome");
    }

    /// Whether this process, and so its children, ignores a signal; known on Linux only.
    private static boolean ignores(String signal) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        int number = signal.equals("INT") ? 2 : 15;
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                .anyMatch(mask -> (mask >> (number - 1) & 1) == 1);
    }
}
