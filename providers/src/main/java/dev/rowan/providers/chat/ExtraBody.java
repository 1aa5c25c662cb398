package dev.rowan.providers.chat;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Additional fields for the body of every request. Objects are merged; existing values win.
public record ExtraBody(Map<String, ? extends @Nullable Object> fields) {

    public ExtraBody {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /// `body` followed by these fields.
    public Map<String, @Nullable Object> addTo(Map<String, @Nullable Object> body) {
        return fields.isEmpty() ? body : merged(body, fields);
    }

    private static Map<String, @Nullable Object> merged(Map<?, ?> body, Map<?, ?> more) {
        var all = new LinkedHashMap<String, @Nullable Object>();
        body.forEach((key, value) -> all.put((String) key, value));
        more.forEach((key, value) -> {
            if (!all.containsKey((String) key)) {
                all.put((String) key, value);
            } else if (all.get((String) key) instanceof Map<?, ?> own && value instanceof Map<?, ?> added) {
                all.put((String) key, merged(own, added));
            }
        });
        return all;
    }
}
