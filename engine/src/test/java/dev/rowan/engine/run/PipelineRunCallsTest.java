package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.lost;
import static dev.rowan.engine.run.ScriptedWire.notSent;
import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class PipelineRunCallsTest {
    private static final Map<String, Object> QUICK =
            Map.of("retry", Map.of("max_attempts", 3, "initial_delay", "1ms", "max_delay", "1ms"));

    private final ListSink output = new ListSink();

    @TempDir
    private Path folder;

    private TestPipeline pipeline(int rows, CallingTransform transform, ScriptedWire wire, Map<String, ?> options) {
        return new TestPipeline(folder)
                .source(ListSource.counting(rows))
                .transform("ask", transform, options, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire);
    }

    private static List<String> states(TestPipeline pipeline) {
        return pipeline.landscape().entries(LogEntry.CallEnded.class).stream()
                .map(end -> end.attempt() + " " + end.state() + " " + end.disposition())
                .toList();
    }

    @Test
    void recordsTheIntentBeforeTheSendAndTheAnswerBeforeItIsRead() throws Exception {
        try (var pipeline = pipeline(1, new CallingTransform(), new ScriptedWire((_, _) -> ok("yes")), Map.of())) {
            RunResult result = pipeline.run();

            assertThat(result.counts().outcomes()).containsEntry(Outcome.COMPLETED, 1L);
            assertThat(pipeline.landscape().order())
                    .containsSubsequence("CallIntended", "CallEnded", "StateClosed", "OutcomeReached");
            assertThat(states(pipeline)).containsExactly("1 ANSWERED answered");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anAnswerThatCannotBeMadeDurableStopsTheRunUnread(int queries) {
        var transform = new CallingTransform(queries, Usd.ZERO, false);
        var ends = new AtomicInteger();
        try (var pipeline = pipeline(1, transform, new ScriptedWire((_, _) -> ok("yes")), Map.of())) {
            pipeline.landscape()
                    .breakCommitsFrom(
                            entry -> entry instanceof LogEntry.CallEnded && ends.incrementAndGet() == queries);

            assertThatThrownBy(pipeline::run)
                    .isInstanceOf(RunDefect.class)
                    .hasMessageContaining("the disk is full")
                    .hasCauseInstanceOf(LandscapeException.class);

            assertThat(states(pipeline)).as("answers that came").hasSize(queries);
            assertThat(transform.answersRead()).isZero();
            assertThat(output.rows()).isEmpty();
        }
    }

    @Test
    void triesAgainAfterAFaultOfTheMomentUnderTheSameKey() throws Exception {
        var wire = new ScriptedWire((_, before) -> before < 2 ? status(500) : ok("yes"));
        try (var pipeline = pipeline(1, new CallingTransform(), wire, QUICK)) {
            pipeline.run();

            assertThat(states(pipeline))
                    .containsExactly("1 REJECTED retryable", "2 REJECTED retryable", "3 ANSWERED answered");
            assertThat(pipeline.landscape().entries(LogEntry.CallIntended.class))
                    .extracting(LogEntry.CallIntended::key)
                    .hasSize(3)
                    .containsOnly(pipeline.landscape()
                            .entries(LogEntry.CallEnded.class)
                            .getFirst()
                            .key());
        }
    }

    @Test
    void recordsWhatThePoolDid() throws Exception {
        var wire = new ScriptedWire((_, before) -> before == 0 ? status(429) : ok("yes"));
        try (var pipeline = pipeline(3, new CallingTransform(), wire, Map.of("pool_size", 4))) {
            String run = pipeline.run().runId();

            try (var reader = pipeline.landscape().reader()) {
                assertThat(reader.notes().list(run, "pool_statistics"))
                        .singleElement()
                        .satisfies(pool -> assertThat(pool)
                                .containsEntry("node", "ask")
                                .containsEntry("service", "https://service.test")
                                .containsEntry("pool_size", 4L)
                                .containsEntry("successes", 3L)
                                .containsEntry("capacity_retries", 3L));
                assertThat(reader.notes().list(run, "nothing_of_the_kind")).isEmpty();
            }
        }
    }

    @Test
    void failsWithTheReasonWhenRetriesAreExhausted() throws Exception {
        try (var pipeline = pipeline(1, new CallingTransform(), new ScriptedWire((_, _) -> status(500)), QUICK)) {
            RunResult result = pipeline.run();

            assertThat(result.counts().outcomes()).containsEntry(Outcome.FAILED, 1L);
            assertThat(states(pipeline)).hasSize(3);
            assertThat(pipeline.story(1).visits().getFirst().reason().orElseThrow())
                    .containsEntry("reason", "api_error")
                    .containsEntry("status_code", 500L)
                    .containsEntry("error_type", "http_error");
        }
    }

    @Test
    void sendsALostCallAgainOnlyOnce() throws Exception {
        var wire = new ScriptedWire((_, _) -> lost());
        try (var pipeline = pipeline(1, new CallingTransform(1, new Usd(7), false), wire, QUICK)) {
            pipeline.run();

            assertThat(states(pipeline)).containsExactly("1 UNKNOWN reset", "2 UNKNOWN reset");
            assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class))
                    .allSatisfy(end -> assertThat(end.cost()).isEqualTo(new Usd(7)))
                    .allSatisfy(end -> assertThat(end.costKnown()).isFalse());
        }
    }

    @Test
    void resendsARepeatableLostCallUpToMaxAttempts() throws Exception {
        var wire = new ScriptedWire((_, _) -> status(504));
        try (var pipeline = pipeline(1, new CallingTransform(1, Usd.ZERO, true), wire, QUICK)) {
            pipeline.run();

            assertThat(states(pipeline)).hasSize(3);
        }
    }

    @Test
    void countsAStatusOfALostAnswerAsUnknown() throws Exception {
        var wire = new ScriptedWire((_, before) -> before == 0 ? status(504) : ok("yes"));
        try (var pipeline = pipeline(1, new CallingTransform(), wire, QUICK)) {
            pipeline.run();

            assertThat(states(pipeline)).containsExactly("1 UNKNOWN status_504", "2 ANSWERED answered");
        }
    }

    @Test
    void countsWhatWasNotSentAsNothing() throws Exception {
        var wire = new ScriptedWire((_, before) -> before == 0 ? notSent() : ok("yes"));
        try (var pipeline = pipeline(1, new CallingTransform(1, new Usd(7), false), wire, QUICK)) {
            pipeline.run();

            assertThat(states(pipeline)).containsExactly("1 NOT_SENT connect", "2 ANSWERED answered");
            assertThat(pipeline.landscape()
                            .entries(LogEntry.CallEnded.class)
                            .getFirst()
                            .cost())
                    .isEqualTo(Usd.ZERO);
        }
    }

    @Test
    void retriesARateLimitedCall() throws Exception {
        var wire = new ScriptedWire((_, before) -> before == 0 ? status(429) : ok("yes"));
        try (var pipeline = pipeline(1, new CallingTransform(), wire, Map.of("pool_size", 4))) {
            RunResult result = pipeline.run();

            assertThat(result.counts().outcomes()).containsEntry(Outcome.COMPLETED, 1L);
            assertThat(states(pipeline)).containsExactly("1 REJECTED capacity", "2 ANSWERED answered");
        }
    }

    @Test
    void stopsTheRunWhenTheKeyIsDead() throws Exception {
        try (var pipeline = pipeline(50, new CallingTransform(), new ScriptedWire((_, _) -> status(401)), Map.of())) {
            RunResult result = pipeline.with("order", "none").run();

            assertThat(result.status()).isEqualTo(RunEnd.Status.FAILED);
            assertThat(result.why().orElseThrow())
                    .contains("https://service.test")
                    .contains("rejects the key");
            assertThat(result.counts().outcomes()).isEmpty();
        }
    }

    @Test
    void runsAllQueriesOfARowSideBySide() throws Exception {
        var wire = new ScriptedWire((body, _) -> ok(body));
        try (var pipeline = pipeline(3, new CallingTransform(4, Usd.ZERO, false), wire, Map.of("pool_size", 12))) {
            pipeline.run();

            assertThat(output.rows().getFirst().asMap().get("answers"))
                    .isEqualTo(Stream.of(1, 2, 3, 4)
                            .map(q -> "{\"n\":1,\"q\":" + q + "}")
                            .toList());
        }
    }

    @Test
    void doesNotSendAgainWhatWasAnsweredWhenAnotherQueryIsTriedAgain() throws Exception {
        var wire = new ScriptedWire((body, before) -> body.contains("\"q\":2") && before < 2 ? status(500) : ok(body));
        Map<String, Object> options = new HashMap<>(QUICK);
        options.put("pool_size", 8);
        try (var pipeline = pipeline(1, new CallingTransform(3, Usd.ZERO, false), wire, options)) {
            pipeline.run();

            assertThat(wire.sent()).hasSize(5);
            assertThat(wire.sent().stream().filter(body -> body.contains("\"q\":2")))
                    .hasSize(3);
        }
    }

    @Test
    void refusesCallsOfAPluginThatDeclaresNone() {
        try (var pipeline = new TestPipeline(folder)
                .source(ListSource.counting(1))
                .transform("ask", new CallingTransform())
                .sink("output", output)) {
            assertThatThrownBy(pipeline::run).hasMessageContaining("does not declare CALLS_OUT");
        }
    }

    @Test
    void redactsTheKeyInReplies() throws Exception {
        var wire = new ScriptedWire((_, _) -> ok("you sent " + CallingTransform.KEY));
        try (var pipeline = pipeline(1, new CallingTransform(), wire, Map.of())) {
            pipeline.run();

            assertThat(output.rows().getFirst().asMap().get("answers")).isEqualTo(List.of("you sent [secret]"));
            assertThat(pipeline.landscape()
                            .entries(LogEntry.CallEnded.class)
                            .getFirst()
                            .reply()
                            .orElseThrow()
                            .asText())
                    .doesNotContain(CallingTransform.KEY);
        }
    }

    @Test
    void keepsAPaidAnswerThatBreaksItsReader() throws Exception {
        var wire = new ScriptedWire((_, _) -> ScriptedWire.reply(200, "yes", Headers.of("cost", "many")));
        try (var pipeline = pipeline(1, new CallingTransform(1, new Usd(7), false), wire, Map.of())) {
            assertThatThrownBy(pipeline::run).hasRootCauseInstanceOf(NumberFormatException.class);

            assertThat(states(pipeline)).containsExactly("1 ANSWERED unreadable");
            assertThat(pipeline.landscape()
                            .entries(LogEntry.CallEnded.class)
                            .getFirst()
                            .cost())
                    .isEqualTo(new Usd(7));
        }
    }

    @Test
    void leavesRowsWithoutOutcomeWhenItStops() throws Exception {
        var wire = new ScriptedWire((_, _) -> status(402));
        try (var pipeline = pipeline(20, new CallingTransform(), wire, Map.of("pool_size", 4))) {
            RunResult result = pipeline.run();

            assertThat(result.why().orElseThrow()).contains("no credit");
            assertThat(result.counts().rowsEnded()).isZero();
            assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class))
                    .allSatisfy(end -> assertThat(end.state()).isIn(CallState.REJECTED, CallState.NOT_SENT));
        }
    }

    @Test
    void holdsAdmittedRequestsWhenTheServiceAsksToWait() throws Exception {
        int round = 8; // of the last nine requests
        var requests = new AtomicInteger();
        var wire = new ScriptedWire((_, _) -> requests.incrementAndGet() <= round
                ? ScriptedWire.reply(429, "{}", Headers.of("Retry-After", "1"))
                : ok("yes"));
        try (var pipeline = pipeline(
                12,
                new CallingTransform(),
                wire,
                Map.of("pool_size", 1, "throttle", "aimd", "max_dispatch_delay_ms", 100))) {
            RunResult result = pipeline.at(new RowDrivenTime()).run();

            assertThat(result.counts().outcomes()).containsEntry(Outcome.COMPLETED, 12L);
            Instant held = pipeline.landscape().entries(LogEntry.CallEnded.class).stream()
                    .filter(end -> end.status().orElse(0) == 429)
                    .map(LogEntry.CallEnded::at)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
            assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class).stream()
                            .filter(end -> end.state() == CallState.ANSWERED)
                            .filter(end -> end.at().isAfter(held))
                            .filter(end -> end.at().isBefore(held.plusMillis(900))))
                    .hasSizeLessThanOrEqualTo(1); // the one that was on the wire beside it
        }
    }
}
