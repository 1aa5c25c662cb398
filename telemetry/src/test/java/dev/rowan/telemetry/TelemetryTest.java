package dev.rowan.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.rowan.landscape.record.RunEnd;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class TelemetryTest {
    static final int ROWS = 40;
    private static final String CANARY = "zanzibar-canary";
    private static final String PIPELINE = """
            run: {name: moods}
            source: {plugin: csv, options: {path: in.csv}}
            transforms:
              - plugin: azure_content_safety
                name: safety
                options:
                  endpoint: simulator
                  retry: {max_attempts: 3, initial_delay: 10ms}
                  fields: text
                  thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}
                  on_error: blocked
              - plugin: llm
                name: mood
                options:
                  model: simulator/chat
                  retry: {max_attempts: 3, initial_delay: 10ms}
                  MODE
                  user_prompt_template: "Repeat this secret-template: {{ text }}"
                  output_key: mood
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out.jsonl}}
              blocked: {plugin: jsonl, options: {path: blocked.jsonl}}
              failed: {plugin: jsonl, options: {path: failed.jsonl}}
            """;
    static final String REAL_TIME = PIPELINE.replace("MODE", "pool_size: 8");
    private static final String BATCH =
            PIPELINE.replace("MODE", "mode: batch\n      batch: {poll_interval: 200ms, max_requests: 15}");

    @TempDir
    private Path folder;

    private Stage stage = Stage.of(Path.of(""), Map.of());

    @BeforeEach
    void open() throws IOException {
        stage = stage(folder);
    }

    /// With some rows, of which some are killers.
    static Stage stage(Path folder) throws IOException {
        Stage stage = Stage.of(folder, Map.of("seed", 7));
        stage.write(
                "in.csv",
                Stream.concat(
                                Stream.of("id,text"),
                                IntStream.rangeClosed(1, ROWS)
                                        .mapToObj(i -> i + ",a text " + CANARY + " of row " + i
                                                + (i % 10 == 0 ? " kill" : "")))
                        .toList());
        return stage;
    }

    static Map<String, String> to(OtlpReceiver receiver) {
        return Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address().toString());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyAttemptIsOneSpanThatSaysWhatTheRecordSays(boolean batch) throws Exception {
        var faults = Map.of(
                "openai_chat/status:400", 0.2, "safety_analyze/lost_reply", 0.2, "safety_analyze/status:500", 0.1);
        stage = Stage.of(folder, Map.of("seed", 7, "faults", faults));
        try (var receiver = OtlpReceiver.open()) {
            Stage.Ran ran = stage.run(batch ? BATCH : REAL_TIME, to(receiver));

            assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(ran.missing()).isEmpty();
            Set<List<Object>> told = receiver.spans().stream()
                    .filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT)
                    .map(TelemetryTest::facts)
                    .collect(Collectors.toSet());
            Set<List<Object>> recorded = stage.ask("SELECT * FROM call_end").stream()
                    .map(this::facts)
                    .collect(Collectors.toSet());
            assertThat(told).isEqualTo(recorded);
            assertThat(recorded)
                    .hasSizeGreaterThan(ROWS)
                    .anyMatch(facts -> facts.contains("rejected"))
                    .anyMatch(facts -> facts.contains("unknown"))
                    .anyMatch(facts -> batch == facts.contains("job 1"));
        }
    }

    /// What a span says that the record must say too.
    private static List<Object> facts(Span span) {
        Map<String, Object> said = OtlpReceiver.attributes(span.getAttributesList());
        boolean failed = span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR;
        assertThat(failed).isEqualTo(said.containsKey("error.type"));
        return List.of(
                "row " + said.get("rowan.row"),
                "node " + said.get("rowan.node"),
                "call " + said.get("rowan.call") + "/" + said.get("rowan.attempt"),
                said.getOrDefault("rowan.state", ""),
                said.getOrDefault("rowan.standing", ""),
                "status " + said.get("http.response.status_code"),
                "tokens " + said.get("gen_ai.usage.input_tokens") + "/" + said.get("gen_ai.usage.output_tokens"),
                "pico " + Math.round((Double) said.getOrDefault("rowan.cost_usd", -1.0) * 1e12),
                "job " + said.get("rowan.job"),
                "ended " + span.getEndTimeUnixNano() / 1_000,
                "took " + (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1_000);
    }

    private List<Object> facts(Map<String, ?> end) {
        return List.of(
                "row " + end.get("row_seq"),
                "node " + ("0".equals(String.valueOf(end.get("node"))) ? "safety" : "mood"),
                "call " + end.get("call_no") + "/" + end.get("attempt"),
                end.get("state"),
                end.get("standing"),
                "status " + end.get("http_status"),
                "tokens " + end.get("input_tokens") + "/" + end.get("output_tokens"),
                "pico " + end.get("cost_pico_usd"),
                "job " + end.get("job"),
                "ended " + end.get("time"),
                "took " + end.get("wire_us"));
    }

    @Test
    void spansSpeakTheGenAiConventionsAndHangTogetherByRow() throws Exception {
        try (var receiver = OtlpReceiver.open()) {
            stage.run(REAL_TIME, to(receiver));

            List<Span> spans = receiver.spans();
            Map<ByteString, Span> rows = spans.stream()
                    .filter(span -> span.getName().equals("row"))
                    .collect(Collectors.toMap(Span::getTraceId, span -> span));
            Span run = spans.stream()
                    .filter(span -> span.getName().equals("run moods"))
                    .findFirst()
                    .orElseThrow();
            assertThat(rows).hasSize(ROWS);
            assertThat(rows.values())
                    .allMatch(row -> row.getLinks(0).getSpanId().equals(run.getSpanId()));
            assertThat(spans.stream().map(Span::getSpanId)).doesNotHaveDuplicates();
            List<Span> attempts = spans.stream()
                    .filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT)
                    .toList();
            assertThat(attempts)
                    .allSatisfy(span -> assertThat(rows.get(span.getTraceId()))
                            .extracting(Span::getSpanId)
                            .isEqualTo(span.getParentSpanId()));
            assertThat(attempts.stream().map(Span::getName)).containsOnly("chat chat", "moderate");
            assertThat(attempts.stream()
                            .map(span -> OtlpReceiver.attributes(span.getAttributesList()))
                            .filter(said -> "chat".equals(said.get("gen_ai.operation.name"))
                                    && "answered".equals(said.get("rowan.state"))))
                    .isNotEmpty()
                    .allSatisfy(said -> assertThat(said)
                            .containsEntry("gen_ai.provider.name", "openai")
                            .containsEntry("gen_ai.request.model", "chat")
                            .containsKeys("gen_ai.response.model", "server.address", "server.port", "rowan.run"));
            Map<String, Object> resource = OtlpReceiver.attributes(
                    receiver.resources().getFirst().getResource().getAttributesList());
            assertThat(resource).containsEntry("service.name", "rowan").containsEntry("rowan.pipeline", "moods");
        }
    }

    @Test
    void eachBranchIsASpanBelowItsRowAndAboveItsAttempts() throws Exception {
        String fork = """
                run: {name: moods}
                source: {plugin: csv, options: {path: in.csv}}
                transforms:
                  - name: both
                    fork:
                      safety:
                        - plugin: azure_content_safety
                          options: {endpoint: simulator, fields: text, thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}}
                      mood:
                        - plugin: llm
                          options: {model: simulator/chat, user_prompt_template: "{{ text }}", output_key: mood}
                  - {name: done, join: {on_error: blocked}}
                sinks:
                  output: {plugin: jsonl, options: {path: out.jsonl}}
                  blocked: {plugin: jsonl, options: {path: blocked.jsonl}}
                """;
        try (var receiver = OtlpReceiver.open()) {
            stage.run(fork, to(receiver));
            List<Span> spans = receiver.spans();
            Map<ByteString, Span> rows = spans.stream()
                    .filter(span -> span.getName().equals("row"))
                    .collect(Collectors.toMap(Span::getSpanId, span -> span));
            Map<ByteString, Span> branches = spans.stream()
                    .filter(span -> span.getName().startsWith("branch "))
                    .collect(Collectors.toMap(Span::getSpanId, span -> span));
            assertThat(rows).hasSize(ROWS);
            assertThat(branches).hasSize(2 * ROWS);
            assertThat(branches.values())
                    .allMatch(branch -> rows.containsKey(branch.getParentSpanId()))
                    .extracting(Span::getName)
                    .containsOnly("branch both.safety", "branch both.mood");
            int completed = (int) rows.values().stream()
                    .map(row -> OtlpReceiver.attributes(row.getAttributesList()).get("rowan.outcome"))
                    .filter("completed"::equals)
                    .count();
            assertThat(spans)
                    .filteredOn(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT)
                    .as("a blocked row may leave before its other branch sends its request")
                    .hasSizeBetween(ROWS + completed, 2 * ROWS)
                    .allSatisfy(attempt -> assertThat(branches.get(attempt.getParentSpanId()))
                            .isNotNull()
                            .satisfies(branch -> assertThat(branch.getTraceId()).isEqualTo(attempt.getTraceId())));
            assertThat(rows.values())
                    .extracting(row ->
                            OtlpReceiver.attributes(row.getAttributesList()).getOrDefault("rowan.outcome", ""))
                    .contains("completed", "blocked")
                    .doesNotContain("merged");
        }
    }

    @Test
    void metricsAddUpToTheRecord() throws Exception {
        try (var receiver = OtlpReceiver.open()) {
            stage.run(REAL_TIME, to(receiver));

            Map<String, ?> sums = stage.ask("SELECT count(*) attempts, sum(input_tokens) input, sum(output_tokens)"
                            + " output, sum(cost_pico_usd) pico FROM call_end")
                    .getFirst();
            assertThat(receiver.metric("gen_ai.client.operation.duration").getHistogram().getDataPointsList().stream()
                            .mapToLong(HistogramDataPoint::getCount)
                            .sum())
                    .isEqualTo(number(sums.get("attempts")));
            assertThat(receiver.metric("gen_ai.client.token.usage").getHistogram().getDataPointsList().stream()
                            .mapToDouble(HistogramDataPoint::getSum)
                            .sum())
                    .isEqualTo((double) (number(sums.get("input")) + number(sums.get("output"))));
            assertThat(receiver.metric("rowan.cost").getSum().getDataPointsList().stream()
                            .mapToDouble(NumberDataPoint::getAsDouble)
                            .sum())
                    .isCloseTo(number(sums.get("pico")) / 1e12, org.assertj.core.data.Offset.offset(1e-9));
            Map<Object, Long> outcomes = receiver.metric("rowan.rows").getSum().getDataPointsList().stream()
                    .collect(Collectors.toMap(
                            point -> OtlpReceiver.attributes(point.getAttributesList())
                                    .getOrDefault("rowan.outcome", ""),
                            NumberDataPoint::getAsInt));
            Map<Object, Long> recorded = stage.ask("SELECT outcome, count(*) n FROM outcome GROUP BY outcome").stream()
                    .collect(Collectors.toMap(row -> String.valueOf(row.get("outcome")), row -> number(row.get("n"))));
            assertThat(outcomes).isEqualTo(recorded).containsKeys("completed", "blocked");
        }
    }

    private static long number(@org.jspecify.annotations.Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }

    @Test
    void noTextOfRowsPromptsAndAnswersLeaves() throws Exception {
        try (var receiver = OtlpReceiver.open()) {
            stage.run(REAL_TIME, to(receiver));

            assertThat(receiver.taken()).isNotEmpty().noneMatch(request -> request.holds(CANARY));
            assertThat(receiver.taken()).noneMatch(request -> request.holds("secret-template"));
            assertThat(receiver.taken()).as("what is there is found").anyMatch(request -> request.holds("chat"));
            assertThat(stage.ask("SELECT 1 FROM call_end WHERE instr(payload, '" + CANARY + "') > 0"))
                    .as("replies hold the rows' text")
                    .isNotEmpty();
        }
    }

    @Test
    void aSampledRowHasAllItsSpansAndAnotherNone() throws Exception {
        try (var receiver = OtlpReceiver.open()) {
            var variables = new java.util.HashMap<>(to(receiver));
            variables.put("OTEL_TRACES_SAMPLER", "parentbased_traceidratio");
            variables.put("OTEL_TRACES_SAMPLER_ARG", "0.5");
            stage.run(REAL_TIME, variables);

            List<Span> spans = receiver.spans();
            Set<Object> rows = spans.stream()
                    .filter(span -> span.getName().equals("row"))
                    .map(span ->
                            OtlpReceiver.attributes(span.getAttributesList()).getOrDefault("rowan.row", 0L))
                    .collect(Collectors.toSet());
            assertThat(rows).hasSizeBetween(ROWS / 5, ROWS * 4 / 5);
            long attempts = stage.ask("SELECT row_seq FROM call_end").stream()
                    .filter(end -> rows.contains(number(end.get("row_seq"))))
                    .count();
            assertThat(spans.stream().filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT))
                    .hasSize((int) attempts);
            assertThat(receiver.metric("rowan.rows").getSum().getDataPointsList().stream()
                            .mapToLong(NumberDataPoint::getAsInt)
                            .sum())
                    .as("all rows are counted")
                    .isEqualTo(ROWS);
        }
    }

    @Test
    void headersAndCompressionAreThoseOfTheVariables() throws Exception {
        try (var receiver = OtlpReceiver.open()) {
            var variables = new java.util.HashMap<>(to(receiver));
            variables.put("OTEL_EXPORTER_OTLP_HEADERS", "x-token=a%20long%20secret,x-team=red");
            variables.put("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip");
            variables.put("OTEL_SERVICE_NAME", "moods-of-customers");
            variables.put("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test");
            stage.run(REAL_TIME, variables);

            assertThat(receiver.taken())
                    .isNotEmpty()
                    .allSatisfy(request -> assertThat(request.headers())
                            .containsEntry("X-token", "a long secret")
                            .containsEntry("X-team", "red")
                            .containsEntry("Content-encoding", "gzip")
                            .containsEntry("Content-type", "application/x-protobuf"));
            assertThat(OtlpReceiver.attributes(
                            receiver.resources().getFirst().getResource().getAttributesList()))
                    .containsEntry("service.name", "moods-of-customers")
                    .containsEntry("deployment.environment.name", "test");
        }
    }
}
