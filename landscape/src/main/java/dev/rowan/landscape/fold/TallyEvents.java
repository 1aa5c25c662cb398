package dev.rowan.landscape.fold;

import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Counts events into a tally, the same way when they are written and when they are read back.
public final class TallyEvents {
    private static final int STATE_ROW = EventTable.NODE_STATE.indexOf("row_seq");
    private static final int STATE_OUTPUTS = EventTable.NODE_STATE.indexOf("outputs");
    private static final int END_ROW = EventTable.OUTCOME.indexOf("row_seq");
    private static final int END_OUTCOME = EventTable.OUTCOME.indexOf("outcome");
    private static final int END_REASON = EventTable.OUTCOME.indexOf("reason");
    private static final int END_SINK = EventTable.OUTCOME.indexOf("sink");

    private TallyEvents() {}

    public static void count(Event event, Tally tally) {
        @Nullable Object[] facts = event.facts();
        switch (event.table()) {
            case ROW_READ -> tally.rowRead();
            case NODE_STATE -> {
                if (facts[STATE_OUTPUTS] instanceof Long outputs) {
                    tally.split(RecordedJson.number(facts[STATE_ROW]), outputs);
                }
            }
            case OUTCOME ->
                tally.ended(
                        RecordedJson.number(facts[END_ROW]),
                        Tally.outcome(String.valueOf(facts[END_OUTCOME])),
                        text(facts[END_REASON]),
                        text(facts[END_SINK]));
            case RUN_EVENT -> {
                // a rare event changes no count
            }
        }
    }

    private static Optional<String> text(@Nullable Object fact) {
        return fact instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
