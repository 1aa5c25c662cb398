package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.RecordedJson;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The rows that were split and have tokens without an outcome, which heads of older versions count: there a row ends
/// with its last token.
final class OpenRows {
    private static final int STATE_ROW = EventTable.NODE_STATE.indexOf("row_seq");
    private static final int STATE_OUTPUTS = EventTable.NODE_STATE.indexOf("outputs");
    private static final int END_ROW = EventTable.OUTCOME.indexOf("row_seq");

    /// Tokens without an outcome.
    private final Map<Long, Long> tokens = new HashMap<>();
    private long ended;

    void visited(@Nullable Object[] facts) {
        if (facts[STATE_OUTPUTS] instanceof Long outputs && outputs > 1) {
            tokens.merge(RecordedJson.number(facts[STATE_ROW]), outputs, (before, more) -> before + more - 1);
        }
    }

    void ended(@Nullable Object[] facts) {
        long row = RecordedJson.number(facts[END_ROW]);
        if (tokens.computeIfPresent(row, (_, open) -> open > 1 ? open - 1 : null) == null) {
            ended++;
        }
    }

    /// What a head of an older version says of rows, in `counted`.
    void addTo(Map<String, @Nullable Object> counted) {
        var open = new TreeMap<String, @Nullable Object>();
        tokens.forEach((row, count) -> open.put(String.valueOf(row), count));
        counted.put("rows_ended", ended);
        counted.put("open", open);
    }
}
