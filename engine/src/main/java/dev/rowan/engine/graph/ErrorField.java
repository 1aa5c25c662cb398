package dev.rowan.engine.graph;

import dev.rowan.api.Reason;
import java.util.LinkedHashMap;
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
}
