package dev.rowan.api.schema;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The fields that rows are known to have before the first one is read, in order. If `complete`, no row has any
/// other; a row may still lack some. `types` are those that a source or a transform guarantees, in the words of the
/// sinks with typed columns: `int64`, `decimal(18,4)`, `list(text)`.
public record RowFields(List<String> names, boolean complete, Map<String, String> types) {
    public static final RowFields UNKNOWN = new RowFields(List.of(), false);

    public RowFields {
        names = List.copyOf(new LinkedHashSet<>(names));
        types = Map.copyOf(types);
    }

    public RowFields(List<String> names, boolean complete) {
        this(names, complete, Map.of());
    }

    /// These fields followed by `more`, whose types are unknown.
    public RowFields with(Collection<String> more) {
        var all = new LinkedHashSet<>(names);
        all.addAll(more);
        var known = new LinkedHashMap<>(types);
        known.keySet().removeAll(more);
        return new RowFields(List.copyOf(all), complete, known);
    }

    /// The fields of rows of both kinds.
    public RowFields or(RowFields other) {
        var all = new LinkedHashSet<>(names);
        all.addAll(other.names);
        var known = new LinkedHashMap<String, String>();
        for (String name : all) {
            String type = names.contains(name) ? types.get(name) : other.types.get(name);
            if (type != null && (!other.names.contains(name) || Objects.equals(type, other.types.get(name)))) {
                known.put(name, type);
            }
        }
        return new RowFields(List.copyOf(all), complete && other.complete, known);
    }

    /// These fields, if rows may have others as well, and values of other types.
    public RowFields open() {
        return new RowFields(names, false);
    }

    /// The fields of rows that pass `schema`.
    public RowFields checkedBy(RowSchema schema) {
        List<String> named = schema.fields().stream().map(RowSchema.Field::name).toList();
        if (schema.mode() == RowSchema.Mode.STRICT) {
            return new RowFields(named, true, types);
        }
        var all = new LinkedHashSet<>(names);
        all.addAll(named);
        return new RowFields(List.copyOf(all), complete, types);
    }
}
