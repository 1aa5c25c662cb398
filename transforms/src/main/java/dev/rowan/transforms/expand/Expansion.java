package dev.rowan.transforms.expand;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.schema.RowFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes several rows of one: each without the field `source`, with values for the fields `added` behind the others.
public record Expansion(String source, List<String> added, int maxRows) {
    public Expansion {
        added = List.copyOf(added);
    }

    public RowFields outputFields(RowFields input) {
        List<String> kept =
                input.names().stream().filter(name -> !name.equals(source)).toList();
        return new RowFields(kept, input.complete()).with(added);
    }

    /// A row for each list of values of the added fields.
    public TransformResult expand(Row row, List<? extends List<? extends @Nullable Object>> values) {
        if (values.size() > maxRows) {
            return TransformResult.error(Reason.of(
                            "too_many_rows",
                            "field '" + source + "' would become " + values.size() + " rows; 'max_rows' is " + maxRows)
                    .with("field", source)
                    .with("rows", (long) values.size())
                    .with("max_rows", (long) maxRows));
        }
        Row rest = row.without(List.of(source));
        for (String name : added) {
            if (rest.has(name)) {
                return TransformResult.error(
                        Reason.of("field_collision", "the row already has a field '" + name + "'; rename it before")
                                .with("field", name));
            }
        }
        var rows = new ArrayList<Row>(values.size());
        for (List<? extends @Nullable Object> each : values) {
            Row expanded = rest;
            for (int i = 0; i < added.size(); i++) {
                expanded = expanded.with(added.get(i), each.get(i));
            }
            rows.add(expanded);
        }
        return TransformResult.successMulti(rows);
    }
}
