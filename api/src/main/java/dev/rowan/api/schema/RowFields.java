package dev.rowan.api.schema;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/// The fields that rows are known to have before the first one is read, in order. If `complete`, no row has any
/// other; a row may still lack some.
public record RowFields(List<String> names, boolean complete) {
    public static final RowFields UNKNOWN = new RowFields(List.of(), false);

    public RowFields {
        names = List.copyOf(new LinkedHashSet<>(names));
    }

    /// These fields followed by `more`.
    public RowFields with(Collection<String> more) {
        var all = new LinkedHashSet<>(names);
        all.addAll(more);
        return new RowFields(List.copyOf(all), complete);
    }

    /// The fields of rows of both kinds.
    public RowFields or(RowFields other) {
        return new RowFields(with(other.names).names, complete && other.complete);
    }

    /// These fields, if rows may have others as well.
    public RowFields open() {
        return new RowFields(names, false);
    }

    /// The fields of rows that pass `schema`.
    public RowFields checkedBy(RowSchema schema) {
        List<String> named = schema.fields().stream().map(RowSchema.Field::name).toList();
        return schema.mode() == RowSchema.Mode.STRICT ? new RowFields(named, true) : with(named);
    }
}
