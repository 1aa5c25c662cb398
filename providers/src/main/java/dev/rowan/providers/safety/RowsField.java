package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.text.FieldReasons;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A field of a row that holds a list of rows.
record RowsField(String name) {

    /// The rows in the field, or why there are none.
    sealed interface Found {
        record Rows(List<Row> list) implements Found {
            public Rows {
                list = List.copyOf(list);
            }
        }

        record Nothing(Reason reason) implements Found {}
    }

    Found in(Row row) {
        if (!row.has(name)) {
            return new Found.Nothing(FieldReasons.missing(name));
        }
        if (!(row.get(name) instanceof List<?> items)) {
            return new Found.Nothing(notRows("must be a list of objects, got " + FieldReasons.kind(row.get(name))));
        }
        var rows = new ArrayList<Row>();
        for (Object item : items) {
            if (!(item instanceof Map<?, ?> fields)) {
                return new Found.Nothing(notRows("must be a list of objects, got " + FieldReasons.kind(item) + " in it")
                        .with("row_index", rows.size()));
            }
            rows.add(row(fields));
        }
        return new Found.Rows(rows);
    }

    private Reason notRows(String rule) {
        return Reason.of("not_rows", "field '" + name + "' " + rule).with("field", name);
    }

    private static Row row(Map<?, ?> fields) {
        var named = new LinkedHashMap<String, @Nullable Object>();
        fields.forEach((key, value) -> named.put(String.valueOf(key), value));
        return Row.of(named);
    }

    /// `row` with the rows of `result` in the field. A row whose rows are all clean is unchanged; an empty list is
    /// marked.
    TransformResult back(Row row, List<Row> before, TransformResult result) {
        return switch (result) {
            case TransformResult.SuccessMulti(var after) ->
                TransformResult.success(
                        after.equals(before)
                                ? row
                                : row.with(name, after.stream().map(Row::asMap).toList()));
            case TransformResult.Success(var note) -> {
                Row noted = row;
                for (String key : note.names().list()) {
                    noted = noted.with(key, note.get(key));
                }
                yield TransformResult.success(noted);
            }
            case TransformResult.Error error -> error;
        };
    }
}
