package dev.rowan.landscape.history;

import dev.rowan.api.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The changes of a row by a node, field by field, in the order of the row.
public final class FieldChanges {
    private FieldChanges() {}

    /// A change of one field.
    public sealed interface Change {
        String field();

        record Added(String field, @Nullable Object value) implements Change {}

        record Changed(
                String field,
                @Nullable Object before,
                @Nullable Object after) implements Change {}

        record Removed(String field, @Nullable Object value) implements Change {}
    }

    public static List<Change> between(Row before, Row after) {
        var changes = new ArrayList<Change>();
        for (String field : before.names().list()) {
            Object old = before.get(field);
            if (!after.has(field)) {
                changes.add(new Change.Removed(field, old));
            } else if (!Objects.equals(old, after.get(field))) {
                changes.add(new Change.Changed(field, old, after.get(field)));
            }
        }
        for (String field : after.names().list()) {
            if (!before.has(field)) {
                changes.add(new Change.Added(field, after.get(field)));
            }
        }
        return changes;
    }
}
