package dev.rowan.landscape.fold;

import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RowOrigin;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Counts events into a tally, identically for writing and reading.
public final class EventCounter {
    private static final int READ_ROW = EventTable.ROW_READ.indexOf("row_seq");
    private static final int STATE_ROW = EventTable.NODE_STATE.indexOf("row_seq");
    private static final int STATE_NODE = EventTable.NODE_STATE.indexOf("node");
    private static final int STATE_ATTEMPT = EventTable.NODE_STATE.indexOf("attempt");
    private static final int STATE_STATUS = EventTable.NODE_STATE.indexOf("status");
    private static final int STATE_ROUTE = EventTable.NODE_STATE.indexOf("route");
    private static final int STATE_OUTPUTS = EventTable.NODE_STATE.indexOf("outputs");
    private static final int READ_STATUS = EventTable.ROW_READ.indexOf("status");
    private static final int READ_SOURCE = EventTable.ROW_READ.indexOf("source");
    private static final int END_NODE = EventTable.OUTCOME.indexOf("node");
    private static final int END_GROUP = EventTable.OUTCOME.indexOf("grp");
    private static final int END_ROW = EventTable.OUTCOME.indexOf("row_seq");
    private static final int END_OUTCOME = EventTable.OUTCOME.indexOf("outcome");
    private static final int END_REASON = EventTable.OUTCOME.indexOf("reason");
    private static final int END_SINK = EventTable.OUTCOME.indexOf("sink");
    private static final int WORST = EventTable.CALL_INTENT.indexOf("worst_pico_usd");
    private static final int INTENT_JOB = EventTable.CALL_INTENT.indexOf("job");
    private static final int REUSED_SHARED = EventTable.CALL_REUSED.indexOf("shared");
    private static final int REUSED_COST = EventTable.CALL_REUSED.indexOf("of_cost_pico_usd");
    private static final int CALL_STATE = EventTable.CALL_END.indexOf("state");
    private static final int CALL_INPUT = EventTable.CALL_END.indexOf("input_tokens");
    private static final int CALL_OUTPUT = EventTable.CALL_END.indexOf("output_tokens");
    private static final int CALL_CACHED = EventTable.CALL_END.indexOf("cached_tokens");
    private static final int CALL_WRITTEN = EventTable.CALL_END.indexOf("cache_write_tokens");
    private static final int CALL_COST = EventTable.CALL_END.indexOf("cost_pico_usd");
    private static final int CALL_COST_KNOWN = EventTable.CALL_END.indexOf("cost_known");

    private static final int CALL_JOB = EventTable.CALL_END.indexOf("job");

    private EventCounter() {}

    public static void count(Event event, RunCounts tally) {
        @Nullable Object[] facts = event.facts();
        switch (event.table()) {
            case ROW_READ -> {
                if (RowOrigin.DERIVED.equals(facts[READ_STATUS])) {
                    tally.rowDerived(RecordedJson.number(facts[READ_ROW]));
                } else {
                    tally.rowRead(text(facts[READ_SOURCE]), !"unreadable".equals(facts[READ_STATUS]));
                }
            }
            case NODE_STATE -> countVisit(facts, tally);
            case OUTCOME -> {
                tally.ended(
                        RecordedJson.number(facts[END_ROW]),
                        RunCounts.outcome(String.valueOf(facts[END_OUTCOME])),
                        text(facts[END_REASON]),
                        text(facts[END_SINK]));
                if (facts[END_NODE] instanceof Long node && facts[END_GROUP] == null) {
                    tally.endedAt(node, text(facts[END_REASON]), text(facts[END_SINK]));
                }
            }
            case CALL_PARKED -> tally.calls().parked();
            case CALL_REUSED -> tally.calls().reused(facts[REUSED_SHARED] != null, count(facts[REUSED_COST]));
            case CALL_INTENT ->
                tally.calls().intended(attempt(facts), RecordedJson.number(facts[WORST]), facts[INTENT_JOB] != null);
            case CALL_END -> {
                tally.calls()
                        .ended(
                                attempt(facts),
                                CallState.of(String.valueOf(facts[CALL_STATE])),
                                count(facts[CALL_INPUT]),
                                count(facts[CALL_OUTPUT]),
                                facts[CALL_JOB] != null);
                tally.calls().cached(count(facts[CALL_CACHED]), count(facts[CALL_WRITTEN]));
                tally.calls()
                        .cost(RecordedJson.number(facts[CALL_COST]), RecordedJson.number(facts[CALL_COST_KNOWN]) != 0);
            }
            case GROUP_END, BATCH_JOB -> {
                // what a group or job is now is a fold of its own
            }
            case RUN_EVENT -> countRare(String.valueOf(facts[0]), String.valueOf(facts[1]), tally);
        }
    }

    private static void countVisit(@Nullable Object[] facts, RunCounts tally) {
        if (!"open".equals(facts[STATE_STATUS])) {
            tally.visitedByRow(RecordedJson.number(facts[STATE_NODE]), RecordedJson.number(facts[STATE_ROW]));
            tally.visited(
                    RecordedJson.number(facts[STATE_NODE]),
                    text(facts[STATE_ROUTE]),
                    "completed".equals(facts[STATE_STATUS]),
                    RecordedJson.number(facts[STATE_ATTEMPT]) == 1,
                    facts[STATE_OUTPUTS] instanceof Long outputs ? outputs : 0);
        }
    }

    private static void countRare(String type, String facts, RunCounts tally) {
        switch (type) {
            case RunEvents.RUN_RESUMED -> tally.resumed();
            case ChainEvents.WRITER_JOINED -> tally.joined();
            case ChainEvents.SPLIT_DONE ->
                tally.splitDone(RecordedJson.number(RecordedJson.object(facts).get("rows")));
            case RunEvents.NODE_DECLARED -> {
                if (RecordedJson.object(facts).containsKey(Topology.EDGES)) {
                    tally.graph();
                }
            }
            case RunEvents.SINK_SYNCED -> {
                Map<String, @Nullable Object> synced = RecordedJson.object(facts);
                tally.synced(String.valueOf(synced.get("sink")), SinkMarks.mark(synced));
            }
            default -> {
                // the others change no count
            }
        }
    }

    /// The first six columns of intents and ends identify the attempt.
    public static CallCounts.Attempt attempt(@Nullable Object[] facts) {
        return new CallCounts.Attempt(
                RecordedJson.number(facts[0]),
                RecordedJson.number(facts[1]),
                RecordedJson.number(facts[2]),
                RecordedJson.number(facts[3]),
                RecordedJson.number(facts[4]),
                RecordedJson.number(facts[5]));
    }

    private static Optional<String> text(@Nullable Object fact) {
        return fact instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Optional<Long> count(@Nullable Object fact) {
        return fact instanceof Long number ? Optional.of(number) : Optional.empty();
    }
}
