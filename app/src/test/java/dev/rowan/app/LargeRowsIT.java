package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rows of a megabyte through the real program in a small heap, against a service over real HTTP. With
/// `-Drowan.chaos=full` as many as `./rowan bench large_rows` has.
@Timeout(600)
class LargeRowsIT {
    private static final int ROWS = System.getProperty("rowan.chaos", "").equals("full") ? 1_000 : 60;
    private static final int TEXT = 1_000_000;

    @TempDir
    private Path folder;

    private void prepare(String run) throws IOException {
        try (Writer rows = Files.newBufferedWriter(folder.resolve("rows.jsonl"))) {
            for (int id = 1; id <= ROWS; id++) {
                rows.write("{\"id\":" + id + ",\"text\":\"");
                rows.write("a review ".repeat(TEXT / 9));
                rows.write("\"}\n");
            }
        }
        Files.writeString(folder.resolve("pipeline.yaml"), """
            run: %s
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - {plugin: llm, options: {model: openai/gpt-4o, user_prompt_template: "Is this positive or negative? {{ text }}", output_key: said, pool_size: 50}}
            sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
            """.formatted(run));
    }

    private Ended rowan(Stage stage, String heap, String... args) throws Exception {
        List<String> command = new ArrayList<>(RowanProcess.command(args));
        command.add(1, heap);
        try (RowanProcess rowan = RowanProcess.start(folder, command, stage.environment())) {
            return rowan.await();
        }
    }

    private List<Long> written() throws IOException {
        var ids = new ArrayList<Long>();
        try (BufferedReader lines = Files.newBufferedReader(folder.resolve("out.jsonl"))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ids.add(Long.parseLong(line.substring("{\"id\":".length(), line.indexOf(','))));
            }
        }
        return ids;
    }

    private static List<Long> all() {
        return LongStream.rangeClosed(1, ROWS).boxed().toList();
    }

    @Test
    void waitForMemoryInsteadOfRunningOutOfIt() throws Exception {
        prepare("{order: input}");
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "50ms")))) {
            Ended ended = rowan(stage, "-Xmx128m", "run", "pipeline.yaml");

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(written()).isEqualTo(all());
        }
    }

    @Test
    void stopTheRunWhenTheHeapIsTooSmallAndSayWhatToDo() throws Exception {
        prepare("{window_memory: 8GiB}");
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "2s")))) {
            Ended stopped = rowan(stage, "-Xmx64m", "run", "pipeline.yaml");

            assertThat(stopped.code()).as(stopped.err()).isEqualTo(1);
            assertThat(stopped.err())
                    .contains("out of memory", "run.window is 1,000", "run.window_memory 8,192 MiB")
                    .contains("ROWAN_JAVA_OPTS=-Xmx128m", "rowan resume ")
                    .doesNotContain("internal error", "please report", "\tat ");
        }
        prepare("{order: input}");
        try (Stage stage = Stage.open(folder, Map.of("latency", Map.of("typical", "50ms")))) {
            Ended resumed = rowan(stage, "-Xmx128m", "resume", "latest", "pipeline.yaml");

            assertThat(resumed.code()).as(resumed.err()).isZero();
            assertThat(written()).isEqualTo(all());
        }
    }
}
