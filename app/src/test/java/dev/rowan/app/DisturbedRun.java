package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A moderation pipeline in a folder, which calls the simulator of a [Stage] and runs in processes of its own
/// that a test may disturb.
final class DisturbedRun {
    static final int ROWS = 300;
    private static final List<String> SINKS = List.of("output", "blocked", "failed");

    private final Stage stage;
    private final Path folder;

    DisturbedRun(Stage stage, Path folder) throws IOException {
        this.stage = stage;
        this.folder = folder;
        Files.createDirectories(folder);
        Files.write(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, ROWS).mapToObj(DisturbedRun::row).toList());
        pipeline(Map.of());
    }

    private DisturbedRun(Path folder, Stage stage) {
        this.stage = stage;
        this.folder = folder;
    }

    /// The same files in another folder; there are none left in this one.
    DisturbedRun movedTo(Path other) throws IOException {
        Files.createDirectories(other);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.move(file, other.resolve(file.getFileName()));
            }
        }
        return new DisturbedRun(other, stage);
    }

    static Stage stage(Path folder) throws IOException {
        return Stage.open(folder, Map.of("full_journal", true, "latency", Map.of("typical", "50ms")));
    }

    private static String row(int n) {
        String text = n % 10 == 0 ? "the password of user " + n : "message number " + n + " is fine";
        return "{\"n\":" + n + ",\"text\":\"" + text + "\"}";
    }

    /// Writes the pipeline file with replacements.
    void pipeline(Map<String, String> changes) throws IOException {
        String text = """
                run: {name: disturbed, window: 60, max_cost_usd: 1}
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                transforms:
                  - plugin: keyword_filter
                    options: {fields: text, blocked_patterns: ["(?i)password"], on_error: blocked}
                  - plugin: azure_content_safety
                    options:
                      fields: text
                      thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}
                      pool_size: 8
                      on_error: blocked
                  - plugin: llm
                    options:
                      model: openai/gpt-4o-mini
                      user_prompt_template: "Is this positive, negative or neutral? {{ text }}"
                      output_key: mood
                      max_tokens: 16
                      price: {input: 0.15, output: 0.6}
                      pool_size: 8
                      delivery: at_least_once
                      on_error: failed
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  blocked: {plugin: jsonl, options: {path: out/blocked.jsonl}}
                  failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
                """;
        for (var change : changes.entrySet()) {
            assertThat(text).contains(change.getKey());
            text = text.replace(change.getKey(), change.getValue());
        }
        Files.writeString(folder.resolve("pipeline.yaml"), text);
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    RowanProcess start(String... args) throws IOException {
        return RowanProcess.start(folder, RowanProcess.command(args), stage.environment());
    }

    Ended rowan(String... args) throws IOException, InterruptedException {
        return RowanProgram.run(folder, stage.environment(), args);
    }

    Ended atEightyColumns(String... args) throws IOException, InterruptedException {
        return rowan(Map.of("COLUMNS", "80"), args);
    }

    /// Runs a command with these variables beside those of the stage.
    Ended rowan(Map<String, String> more, String... args) throws IOException, InterruptedException {
        var variables = new HashMap<>(stage.environment());
        variables.putAll(more);
        return RowanProgram.run(folder, variables, args);
    }

    /// Runs until the model was asked `calls` times, sends a signal then, and waits for the end.
    Ended signalled(String signal, long calls, String... args) throws IOException, InterruptedException {
        try (RowanProcess rowan = start(args)) {
            rowan.awaitThat(() -> asked() >= calls);
            rowan.signal(signal);
            return rowan.await();
        }
    }

    long asked() {
        try {
            return stage.simulator().answered("openai_chat");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /// The bytes of all sinks as text, but for the run's id, which stands in rows that did not pass.
    Map<String, String> sinks() throws IOException {
        var sinks = new LinkedHashMap<String, String>();
        for (String sink : SINKS) {
            Path file = folder.resolve("out/" + sink + ".jsonl");
            sinks.put(
                    sink,
                    Files.exists(file)
                            ? Files.readString(file).replaceAll("\"run\":\"[^\"]+\"", "\"run\":\"ID\"")
                            : "");
        }
        return sinks;
    }

    List<String> lines(String sink) throws IOException {
        return Files.readAllLines(folder.resolve("out/" + sink + ".jsonl"));
    }

    /// The `rowan status` of the latest run.
    Status status() throws IOException, InterruptedException {
        try {
            return new Status(rowan("status", "latest", "--json").json());
        } catch (JsonException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    record Status(Map<?, ?> json) {

        @Nullable
        Object get(String name) {
            return json.get(name);
        }

        /// The attempts that are in a state.
        long attempts(String state) {
            return json.get("attempts_by_state") instanceof Map<?, ?> attempts
                            && attempts.get(state) instanceof Long count
                    ? count
                    : 0;
        }
    }

    /// The result of a run.
    record End(Map<String, String> sinks, Status status) {}

    End end() throws IOException, InterruptedException {
        return new End(sinks(), status());
    }

    /// That the run is complete, its sinks are as those of `calm`, and its record verifies; what it has come
    /// to.
    Status assertLike(End calm) throws IOException, InterruptedException {
        End end = end();
        assertThat(end.sinks()).isEqualTo(calm.sinks());
        assertThat(end.status().get("status")).isEqualTo("completed");
        assertThat(end.status().get("outcomes")).isEqualTo(calm.status().get("outcomes"));
        Ended verified = rowan("verify", "latest");
        assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        return end.status();
    }

    /// Resumes to the end that `calm` has come to, paid for twice only where the record says that it may be,
    /// and to one that there is nothing to resume after.
    Status assertResumesLike(End calm, String... args) throws Exception {
        Ended resumed = rowan(args);
        assertThat(resumed.code()).as(resumed.err()).isZero();
        Status status = assertLike(calm);
        assertThat(stage.simulator().billedAgain("openai_chat")).isLessThanOrEqualTo(status.attempts("unknown"));
        assertThat(status.attempts("answered")).isEqualTo(calm.status().attempts("answered"));
        Ended again = rowan("resume", "latest");
        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("is completed", "nothing to resume");
        return status;
    }

    /// The result of an undisturbed run in this folder.
    static End calm(Path folder) throws Exception {
        try (Stage stage = stage(folder)) {
            var calm = new DisturbedRun(stage, folder);
            Ended ended = calm.rowan("run", "pipeline.yaml");
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(calm.lines("output")).hasSize(270);
            return calm.end();
        }
    }
}
