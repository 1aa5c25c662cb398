package dev.rowan.engine.run;

import static dev.rowan.engine.run.ScriptedWire.lost;
import static dev.rowan.engine.run.ScriptedWire.notSent;
import static dev.rowan.engine.run.ScriptedWire.ok;
import static dev.rowan.engine.run.ScriptedWire.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.plugin.RowTransform;
import dev.rowan.engine.ListSink;
import dev.rowan.engine.ListSource;
import dev.rowan.landscape.record.LogEntry;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What becomes of a row when the reply to a call is lost, by the node's `delivery`.
class PipelineRunDeliveryTest extends EngineTest {
    private static final Map<String, Object> RETRY =
            Map.of("max_attempts", 20, "initial_delay", "1ms", "max_delay", "1ms");
    private static final Map<String, Object> AT_MOST_ONCE = Map.of("delivery", "at_most_once");

    private final ListSink failed = new ListSink();

    private RunResult run(RowTransform transform, ScriptedWire wire, Map<String, ?> options) throws Exception {
        var all = new HashMap<String, Object>(Map.of("retry", RETRY, "on_error", "failed"));
        all.putAll(options);
        pipeline.source(ListSource.counting(2))
                .transform("ask", transform, all, Capability.CALLS_OUT)
                .sink("output", output)
                .wire(wire);
        if (all.containsValue("failed")) {
            pipeline.sink("failed", failed);
        }
        RunResult result = pipeline.run();
        assertAddsUp(result, pipeline.summary());
        return result;
    }

    /// Loses every reply about row 1 and answers row 2.
    private static ScriptedWire losesTheFirst() {
        return new ScriptedWire((body, _) -> body.contains("\"n\":1") ? lost() : ok("yes"));
    }

    private long sendsOfTheFirst(ScriptedWire wire) {
        return wire.sent().stream().filter(body -> body.contains("\"n\":1")).count();
    }

    @Test
    void atMostOnceNeverSendsALostCallAgainAndEndsTheRowIndeterminate() throws Exception {
        ScriptedWire wire = losesTheFirst();

        RunResult result = run(new CallingTransform(1, new Usd(7), false), wire, AT_MOST_ONCE);

        assertThat(sendsOfTheFirst(wire)).isEqualTo(1);
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 1L, Outcome.INDETERMINATE, 1L));
        assertThat(result.counts().reasons()).isEqualTo(Map.of("indeterminate", 1L));
        assertThat(failed.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.asMap().get("_error"))
                        .asString()
                        .contains("reason=indeterminate")
                        .contains("may have been carried out and paid for")
                        .contains("reply lost (reset)")
                        .contains("retryable=false"));
        assertThat(pipeline.story(1).ends()).singleElement().satisfies(end -> {
            assertThat(end.outcome()).isEqualTo(Outcome.INDETERMINATE);
            assertThat(end.sink()).contains("failed");
        });
        assertThat(pipeline.landscape().entries(LogEntry.CallEnded.class))
                .filteredOn(end -> end.state() == LogEntry.CallState.UNKNOWN)
                .singleElement()
                .satisfies(end -> assertThat(end.cost()).isEqualTo(new Usd(7)));
    }

    @Test
    void aStatusOfALostAnswerIsIndeterminateToo() throws Exception {
        var wire = new ScriptedWire((body, _) -> body.contains("\"n\":1") ? status(504) : ok("yes"));

        RunResult result = run(new CallingTransform(), wire, AT_MOST_ONCE);

        assertThat(sendsOfTheFirst(wire)).isEqualTo(1);
        assertThat(result.counts().outcomes()).containsEntry(Outcome.INDETERMINATE, 1L);
    }

    @Test
    void atMostOnceStillSendsAgainWhatSurelyWasNotCarriedOut() throws Exception {
        var wire = new ScriptedWire((_, before) -> before == 0 ? notSent() : before == 1 ? status(500) : ok("yes"));

        RunResult result = run(new CallingTransform(), wire, AT_MOST_ONCE);

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.COMPLETED, 2));
    }

    @Test
    void aRefusalIsAFailureAndNotIndeterminate() throws Exception {
        RunResult result = run(new CallingTransform(), new ScriptedWire((_, _) -> status(400)), AT_MOST_ONCE);

        assertThat(result.counts().outcomes()).isEqualTo(only(Outcome.FAILED, 2));
    }

    @Test
    void oneLostQueryOfSeveralMakesTheRowIndeterminateAndTheOthersStayPaid() throws Exception {
        var wire = new ScriptedWire((body, _) -> body.equals("{\"n\":1,\"q\":2}") ? lost() : ok("yes"));
        var options = new HashMap<String, Object>(AT_MOST_ONCE);
        options.put("pool_size", 8);

        RunResult result = run(new CallingTransform(3, Usd.ZERO, false), wire, options);

        assertThat(wire.sent()).hasSize(6);
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 1L, Outcome.INDETERMINATE, 1L));
    }

    @Test
    void aRetriedTransformReusesItsAnswers() throws Exception {
        ScriptedWire wire = losesTheFirst();
        var calling = new CallingTransform();
        RowTransform insisting =
                (row, context) -> calling.process(row, context) instanceof TransformResult.Error(var reason, var _)
                        ? TransformResult.error(reason.asRetryable())
                        : TransformResult.success(row);

        RunResult result = run(insisting, wire, AT_MOST_ONCE);

        assertThat(sendsOfTheFirst(wire)).isEqualTo(1);
        assertThat(result.counts().outcomes()).containsEntry(Outcome.INDETERMINATE, 1L);
        assertThat(pipeline.story(1).visits()).hasSize(1);
    }

    @Test
    void atLeastOnceKeepsToItsResendsOverAllVisitsOfARow() throws Exception {
        ScriptedWire wire = losesTheFirst();
        var calling = new CallingTransform();
        RowTransform insisting =
                (row, context) -> calling.process(row, context) instanceof TransformResult.Error(var reason, var _)
                        ? TransformResult.error(reason.asRetryable())
                        : TransformResult.success(row);

        RunResult result = run(insisting, wire, Map.of());

        assertThat(sendsOfTheFirst(wire)).isEqualTo(2);
        assertThat(result.counts().outcomes()).containsEntry(Outcome.INDETERMINATE, 1L);
    }

    @Test
    void resendsALostCallUpToMaxUnknownResends() throws Exception {
        ScriptedWire wire = losesTheFirst();

        RunResult result = run(new CallingTransform(), wire, Map.of("max_unknown_resends", 4));

        assertThat(sendsOfTheFirst(wire)).isEqualTo(5);
        assertThat(failed.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.asMap().get("_error"))
                        .asString()
                        .contains(
                                "reason=indeterminate",
                                "max_unknown_resends (4) or retry.max_attempts (20) is used up"));
        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 1L, Outcome.INDETERMINATE, 1L));
    }

    @Test
    void aRowWhoseTriesEndWithALostReplyIsIndeterminateToo() throws Exception {
        ScriptedWire wire = losesTheFirst();
        Map<String, ?> twice = Map.of(
                "max_unknown_resends",
                4,
                "retry",
                Map.of("max_attempts", 2, "initial_delay", "1ms", "max_delay", "1ms"));

        RunResult result = run(new CallingTransform(), wire, twice);

        assertThat(sendsOfTheFirst(wire)).isEqualTo(2);
        assertThat(result.counts().outcomes()).containsEntry(Outcome.INDETERMINATE, 1L);
    }

    @Test
    void withoutResendsALostCallLeavesItsRowIndeterminate() throws Exception {
        ScriptedWire wire = losesTheFirst();

        RunResult result = run(new CallingTransform(), wire, Map.of("max_unknown_resends", 0));

        assertThat(sendsOfTheFirst(wire)).isEqualTo(1);
        assertThat(result.counts().outcomes()).containsEntry(Outcome.INDETERMINATE, 1L);
    }

    @Test
    void anIndeterminateRowThatIsDroppedStillCountsAsSuch() throws Exception {
        var options = new HashMap<String, Object>(AT_MOST_ONCE);
        options.put("on_error", "discard");

        RunResult result = run(new CallingTransform(), losesTheFirst(), options);

        assertThat(result.counts().outcomes()).isEqualTo(Map.of(Outcome.COMPLETED, 1L, Outcome.INDETERMINATE, 1L));
    }
}
