package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.engine.run.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The same rows through the same pipeline, in real time and by batches: the same bytes in every sink, and
/// the same states of every row at every node. With `-Drowan.chaos=full` there are 5,000 rows, else 500.
class BatchEqualsRealtimeIT {
    private static final boolean FULL = System.getProperty("rowan.chaos", "").equals("full");
    private static final int ROWS = FULL ? 5_000 : 500;
    private static final int FEW = FULL ? 200 : 60;
    private static final String BATCH = """
            mode: batch
                  batch: {max_requests: %d, poll_interval: 100ms, poll_max: 500ms}""";

    private static final String REALTIME = "mode: realtime";

    /// Visits without times and durations.
    private static final String STATES = """
            SELECT row_seq, part, node, attempt, status, outputs, payload_length, payload FROM node_state
            WHERE run_no = ? AND status <> 'open' ORDER BY row_seq, part, node, attempt""";

    private static final String OUTCOMES = """
            SELECT row_seq, part, outcome, node, reason, sink, payload FROM outcome
            WHERE run_no = ? ORDER BY row_seq, part""";

    /// The answers from a batch job.
    private static final String BY_JOB =
            "SELECT count(*) FROM call_end WHERE run_no = ? AND state = 'answered' AND job IS NOT NULL";

    /// The rows that reached the transform after the model.
    private static final String AFTER_MODEL =
            "SELECT count(*) FROM node_state WHERE run_no = ? AND node = 2 AND status <> 'open'";

    @TempDir
    private Path folder;

    @Test
    void givesTheSameBytesAndTheSameStates() throws Exception {
        compare("openai/gpt-4o-mini", ROWS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"azure/gpt-4o", "anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-flash"})
    void givesTheSameAtEveryProvider(String model) throws Exception {
        compare(model, FEW);
    }

    private void compare(String model, int rows) throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            stage.write("rows.jsonl", rows(rows, "was fine"));
            RunResult realtime = stage.run(pipeline(model, REALTIME, "realtime"));
            RunResult batch = stage.run(pipeline(model, BATCH.formatted(rows / 3 + 1), "batch"));

            assertThat(batch.counts().outcomes()).isEqualTo(realtime.counts().outcomes());
            assertThat(realtime.counts().outcomes().keySet())
                    .containsExactlyInAnyOrder(Outcome.COMPLETED, Outcome.BLOCKED, Outcome.FAILED);
            assertThat(file("batch", "output")).hasSameBinaryContentAs(file("realtime", "output"));
            for (String sink : List.of("output", "blocked", "failed")) {
                assertThat(written("batch", sink, batch)).isNotEmpty().isEqualTo(written("realtime", sink, realtime));
            }
            assertThat(read(STATES, 2)).hasSizeGreaterThan(2 * rows).isEqualTo(read(STATES, 1));
            assertThat(read(OUTCOMES, 2)).hasSize(rows).isEqualTo(read(OUTCOMES, 1));
            assertThat(read(BY_JOB, 1)).containsExactly("0");
            assertThat(read(BY_JOB, 2)).isEqualTo(read(AFTER_MODEL, 2)).doesNotContain("0");
            assertThat(stage.simulator().lines())
                    .filteredOn(line -> line.contains("_batch_create\""))
                    .hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void oneOtherRowWouldShow() throws Exception {
        try (Stage stage = Stage.open(folder, Map.of())) {
            stage.write("rows.jsonl", rows(30, "was fine"));
            stage.run(pipeline("openai/gpt-4o-mini", REALTIME, "realtime"));
            List<String> other = new ArrayList<>(rows(30, "was fine"));
            other.set(17, rows(30, "was poor").get(17));
            stage.write("rows.jsonl", other);
            stage.run(pipeline("openai/gpt-4o-mini", BATCH.formatted(11), "batch"));

            assertThat(Files.mismatch(file("batch", "output"), file("realtime", "output")))
                    .isNotNegative();
            List<String> states = read(STATES, 2);
            states.removeAll(read(STATES, 1));
            assertThat(states).isNotEmpty().allMatch(state -> state.startsWith("18|"));
        }
    }

    /// Every tenth row is violent, every seventeenth has nothing to ask about, and every twenty-third fails after the
    /// model has answered.
    private static List<String> rows(int rows, String words) {
        return IntStream.rangeClosed(1, rows)
                .mapToObj(n -> "{\"n\":%d,\"note\":\"%s %d\"%s%s}"
                        .formatted(
                                n,
                                n % 10 == 0 ? "I will kill you" : "order",
                                n,
                                n % 17 == 0 ? "" : ",\"text\":\"the lamp %d %s, naïve café\"".formatted(n, words),
                                n % 23 == 0 ? "" : ",\"extra\":true"))
                .toList();
    }

    private String pipeline(String model, String mode, String out) {
        return """
                run: {name: same, window: 300, artifacts: FOLDER}
                source: {plugin: jsonl, options: {path: rows.jsonl, id: n}}
                transforms:
                  - plugin: azure_content_safety
                    options:
                      endpoint: simulator
                      fields: note
                      thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}
                      pool_size: 16
                      on_error: blocked
                  - plugin: llm
                    options:
                      model: MODEL
                      base_url: simulator
                      system_prompt: You sort reviews.
                      user_prompt_template: "Which mood is this in, and why? {{ text }}"
                      output_key: found
                      output_schema:
                        type: object
                        properties:
                          mood: {type: string, enum: [positive, negative, neutral]}
                          score: {type: integer}
                          why: {type: string}
                        required: [mood, score, why]
                        additionalProperties: false
                      pool_size: 32
                      on_error: failed
                      MODE
                  - plugin: field_mapper
                    options: {mapping: {found: mood}, drop: [note, extra], on_error: failed}
                sinks:
                  output: {plugin: jsonl, options: {path: OUT/output.jsonl}}
                  blocked: {plugin: jsonl, options: {path: OUT/blocked.jsonl}}
                  failed: {plugin: jsonl, options: {path: OUT/failed.jsonl}}
                """.replace("MODEL", model).replace("MODE", mode).replace("OUT", "out-" + out);
    }

    private Path file(String out, String sink) {
        return folder.resolve("out-" + out).resolve(sink + ".jsonl");
    }

    /// What is in a sink; a row that did not pass names its run, which is another each time.
    private String written(String out, String sink, RunResult result) throws IOException {
        return Files.readString(file(out, sink)).replace(result.runId(), "RUN");
    }

    /// The result of a query for a run, one line per row.
    private List<String> read(String query, int run) throws SQLException {
        var lines = new ArrayList<String>();
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                PreparedStatement statement = database.prepareStatement(query)) {
            statement.setInt(1, run);
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    var line = new ArrayList<String>();
                    for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                        Object value = found.getObject(i);
                        line.add(
                                value instanceof byte[] bytes
                                        ? HexFormat.of().formatHex(bytes)
                                        : String.valueOf(value));
                    }
                    lines.add(String.join("|", line));
                }
            }
        }
        return lines;
    }
}
