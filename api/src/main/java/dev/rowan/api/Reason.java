package dev.rowan.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why a row did not pass: a stable code, a message for people, and details for machines.
///
/// `retryable`: the same row may pass later; the node's retry policy decides.
public record Reason(String code, String message, Map<String, @Nullable Object> details, boolean retryable) {

    public Reason {
        if (code.isBlank()) {
            throw new IllegalArgumentException("a reason needs a code");
        }
        details =
                Collections.unmodifiableMap(new LinkedHashMap<>(Row.of(details).asMap()));
    }

    public static Reason of(String code, String message) {
        return new Reason(code, message, Map.of(), false);
    }

    public Reason with(String key, @Nullable Object value) {
        var more = new LinkedHashMap<>(details);
        more.put(key, value);
        return new Reason(code, message, more, retryable);
    }

    public Reason asRetryable() {
        return new Reason(code, message, details, true);
    }

    /// `{reason, message, …details}`. A detail does not replace the first two.
    public Map<String, @Nullable Object> asMap() {
        var map = new LinkedHashMap<String, @Nullable Object>();
        map.put("reason", code);
        map.put("message", message);
        details.forEach(map::putIfAbsent);
        return map;
    }
}
