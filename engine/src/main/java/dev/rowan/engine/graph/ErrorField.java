package dev.rowan.engine.graph;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The field with the failure of a token: in error sinks, and at nodes behind an error edge.
public final class ErrorField {
    public static final String NAME = "_error";

    private ErrorField() {}

    /// The failure of a token at `node`.
    public static Map<String, @Nullable Object> of(String node, Reason reason) {
        var error = new LinkedHashMap<String, @Nullable Object>();
        error.put("node", node);
        reason.asMap().forEach(error::putIfAbsent);
        return error;
    }

    /// The row without the failure that a token has left behind.
    public static Row drop(Row row) {
        return row.has(NAME) ? row.without(List.of(NAME)) : row;
    }

    /// The row with the failure that `from` has, if any.
    public static Row keep(Row from, Row row) {
        return from.has(NAME) ? row.with(NAME, from.get(NAME)) : row;
    }
}
