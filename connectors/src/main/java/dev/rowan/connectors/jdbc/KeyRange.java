package dev.rowan.connectors.jdbc;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.SplittableSource.InputSplit;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A split of a table: `rows` rows behind the position `after`, or from the first one if that is empty, up to the
/// position `last`.
record KeyRange(String after, long rows, String last) {
    private static final String AFTER = "after";
    private static final String ROWS = "rows";
    private static final String LAST = "last";

    InputSplit split() {
        Row row = Row.of(AFTER, after).with(ROWS, rows).with(LAST, last);
        return new InputSplit(new String(RowJson.write(row), StandardCharsets.UTF_8), rows);
    }

    static Optional<KeyRange> parse(String text) {
        try {
            Row row = RowJson.readRow(text.getBytes(StandardCharsets.UTF_8));
            return row.get(AFTER) instanceof String after
                            && row.get(ROWS) instanceof Number rows
                            && row.get(LAST) instanceof String last
                    ? Optional.of(new KeyRange(after, rows.longValue(), last))
                    : Optional.empty();
        } catch (JsonException _) {
            return Optional.empty();
        }
    }
}
