package dev.rowan.simulator.json;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON objects put together in the order in which a provider writes them.
public final class JsonObjects {
    private JsonObjects() {}

    /// The object of `pairs`: name, value, name, value; it may be changed by the one who asked for it.
    public static Map<String, @Nullable Object> object(@Nullable Object... pairs) {
        var object = LinkedHashMap.<String, @Nullable Object>newLinkedHashMap(pairs.length / 2);
        for (int i = 0; i < pairs.length; i += 2) {
            object.put(String.valueOf(pairs[i]), pairs[i + 1]);
        }
        return object;
    }
}
