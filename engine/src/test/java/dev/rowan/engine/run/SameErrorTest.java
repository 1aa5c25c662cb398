package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.reply;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.engine.startup.RunStartMode;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A mistake that affects every row: the service rejects each for good with the same error.
@Tag("slow")
class SameErrorTest extends EngineTest {
    private static final int ROWS = 300;
    private static final int POOL = 10;
    private static final WireReply UNKNOWN_MODEL =
            reply(404, "{\"error\":{\"code\":\"model_not_found\",\"message\":\"no model 'm-7'\"}}", Headers.none());

    private static final WireReply NOT_ALLOWED = new WireReply.NotSent(
            WireReply.NotSentReason.FORBIDDEN,
            "service.test is at the private address 10.0.0.7; add it to network.allow if this is intended",
            ScriptedWire.NO_TIME);

    private final ListSink errors = new ListSink();

    @ParameterizedTest
    @CsvSource({"input, 1000", "none, 1000", "input, 5", "none, 5", "input, 1"})
    void stopsTheRunEarlyWithoutAnOutcomeAndResumesToTheEndOnceFixed(String order, int window) throws Exception {
        var wire = new ScriptedWire((_, _) -> UNKNOWN_MODEL);

        RunResult stopped = asking(pipeline, wire)
                .with("order", order)
                .with("window", window)
                .run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.why().orElseThrow())
                .contains("20 rows in a row", "'ask'", "404", "model_not_found", "resume");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(errors.rows()).isEmpty();
        assertThat(wire.sent()).hasSizeLessThanOrEqualTo(POOL + 20);
        assertResumes(stopped.runId(), order);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"message\":\"Unsupported parameter: 'max_tokens' is not supported with this model.\","
                        + "\"code\":\"unsupported_parameter\"",
                "\"message\":\"max_tokens: 100000 > 8192, which is the maximum allowed\",\"code\":null",
                "\"message\":\"Invalid value at 'safety_settings[0].category'\",\"status\":\"INVALID_ARGUMENT\""
            })
    void anUnsupportedParameterStopsTheRun(String error) throws Exception {
        var wire = new ScriptedWire((_, _) -> reply(400, "{\"error\":{" + error + "}}", Headers.none()));

        RunResult stopped = asking(pipeline, wire).run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(wire.sent()).hasSizeLessThanOrEqualTo(POOL + 20);
    }

    @Test
    void theNodesBeforeArePaidForOnce() throws Exception {
        var wire = new ScriptedWire((body, _) -> body.contains("\"q\":2") ? UNKNOWN_MODEL : ok("yes"));
        RunResult stopped = twice(pipeline, wire).run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.counts().rowsEnded()).isZero();

        var later = new ScriptedWire((_, _) -> ok("yes"));
        try (var resuming = new TestPipeline(folder)) {
            RunResult resumed = twice(resuming, later)
                    .startMode(new RunStartMode.Resumed(stopped.runId(), false))
                    .run();

            assertThat(resumed.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
            long answered =
                    resuming.landscape().entries(LogEntry.CallEnded.class).size()
                            + pipeline.landscape().entries(LogEntry.CallEnded.class).stream()
                                    .filter(end -> end.state() == LogEntry.CallState.ANSWERED)
                                    .count();
            assertThat(answered).isEqualTo(3L * ROWS); // one call at the first node, two at the second
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"input", "none"})
    void anAnswerMakesTheRowsBeforeItFailures(String order) throws Exception {
        var sent = new AtomicInteger();
        var wire = new ScriptedWire((_, _) -> sent.incrementAndGet() % 15 == 0 ? ok("yes") : UNKNOWN_MODEL);

        RunResult result = asking(pipeline, wire, Map.of("pool_size", 1))
                .with("order", order)
                .run();

        assertThat(result.why()).isEmpty();
        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().outcomes())
                .isEqualTo(Map.of(Outcome.COMPLETED, ROWS / 15L, Outcome.FAILED, ROWS - ROWS / 15L));
        assertAddsUp(result, pipeline.summary());
        assertThat(errors.rows()).hasSize(ROWS - ROWS / 15);
    }

    @Test
    void fewerRowsThanTheLimitFail() throws Exception {
        RunResult result = asking(pipeline, new ScriptedWire((_, _) -> UNKNOWN_MODEL))
                .limit(19)
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 19));
        assertThat(errors.rows()).hasSize(19);
    }

    @Test
    void switchedOffEveryRowFails() throws Exception {
        RunResult result = asking(pipeline, new ScriptedWire((_, _) -> UNKNOWN_MODEL))
                .with("max_same_error", "off")
                .run();

        assertThat(result.status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, ROWS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"context_length_exceeded", "content_filter", "string_above_max_length"})
    void rejectionsThatARowItselfCausesDoNotCount(String code) throws Exception {
        var wire = new ScriptedWire((_, _) -> reply(400, "{\"error\":{\"code\":\"" + code + "\"}}", Headers.none()));

        RunResult result = asking(pipeline, wire).run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, ROWS));
    }

    @Test
    void errorsThatDifferFromRowToRowStopTheRunLater() throws Exception {
        var wire = new ScriptedWire(
                (body, _) -> reply(400, "{\"message\":\"bad row " + words(body) + "\"}", Headers.none()));

        RunResult stopped = asking(pipeline, wire).run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.why().orElseThrow()).contains("100 rows in a row", "'ask'", "status 400", "bad row");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertThat(wire.sent()).hasSizeLessThanOrEqualTo(POOL + 100);
        assertResumes(stopped.runId(), "input");
    }

    @Test
    void rowsForWhichThereIsNoMemoryFailAndStillCount() throws Exception {
        RunResult stopped = asking(pipeline, new ScriptedWire((_, _) -> UNKNOWN_MODEL), Map.of("pool_size", 1))
                .with("reorder_memory", "4KiB")
                .run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.why().orElseThrow()).contains("20 rows in a row");
        assertThat(stopped.counts().rowsEnded()).isBetween(1L, 19L);
    }

    @Test
    void anAddressThatIsNotAllowedStopsTheRunBeforeEveryRowPaysForTheNodesBeforeIt() throws Exception {
        var wire = new ScriptedWire((body, _) -> body.contains("\"q\":2") ? NOT_ALLOWED : ok("yes"));

        RunResult stopped = twice(pipeline, wire).run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.why().orElseThrow()).contains("20 rows in a row", "'second'", "network.allow");
        assertThat(stopped.counts().rowsEnded()).isZero();
    }

    @Test
    void aRowThatIsHeldBackDoesNotKeepTheOthersFromBeingRead() throws Exception {
        BiFunction<String, Integer, WireReply> script =
                (body, _) -> body.contains("\"n\":1,") ? UNKNOWN_MODEL : status(413);

        RunResult result = asking(pipeline, new ScriptedWire(script))
                .maxHeld(16)
                .with("window", 4)
                .run();

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, ROWS));
    }

    @Test
    void theFirstRowsThatADeadKeyMeetsKeepNoOutcomeEither() throws Exception {
        RunResult stopped =
                asking(pipeline, new ScriptedWire((_, _) -> status(401))).run();

        assertThat(stopped.status()).isEqualTo(RunEnd.Status.FAILED);
        assertThat(stopped.why().orElseThrow()).contains("rejects the key");
        assertThat(stopped.counts().rowsEnded()).isZero();
        assertResumes(stopped.runId(), "input");
    }

    private void assertResumes(String run, String order) throws Exception {
        try (var later = new TestPipeline(folder)) {
            RunResult resumed = asking(later, new ScriptedWire((_, _) -> ok("yes")))
                    .with("order", order)
                    .startMode(new RunStartMode.Resumed(run, false))
                    .run();

            assertThat(resumed.status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(resumed.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, ROWS));
            assertThat(output.rows()).hasSize(ROWS);
        }
    }

    private TestPipeline asking(TestPipeline in, ScriptedWire wire) {
        return asking(in, wire, Map.of("pool_size", POOL));
    }

    private TestPipeline asking(TestPipeline in, ScriptedWire wire, Map<String, Object> pool) {
        return in.source(ListSource.counting(ROWS))
                .transform("ask", new CallingTransform(), with(pool, "errors"), Capability.CALLS_OUT)
                .sink("output", output)
                .sink("errors", errors)
                .wire(wire);
    }

    private TestPipeline twice(TestPipeline in, ScriptedWire wire) {
        return in.source(ListSource.counting(ROWS))
                .transform("first", new CallingTransform(), Map.of("pool_size", POOL), Capability.CALLS_OUT)
                .transform(
                        "second",
                        new CallingTransform(2, Usd.ZERO, false),
                        Map.of("pool_size", POOL),
                        Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire);
    }

    /// The number in a request as letters, as a service may quote a row.
    private static String words(String body) {
        return body.substring(5, body.indexOf(','))
                .chars()
                .mapToObj(digit -> Character.toString('g' + digit - '0'))
                .collect(Collectors.joining());
    }

    private static Map<String, Object> with(Map<String, Object> options, String onError) {
        var all = new HashMap<>(options);
        all.put("on_error", onError);
        return all;
    }
}
