package dev.rowan.landscape.history;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why a row did not pass: a sentence for people, the stable code, and the details.
public record Why(String sentence, String code, Map<String, @Nullable Object> details) {

    public Why {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /// Parses a reason value: `{reason, message, …details}`.
    public static Why of(Map<String, @Nullable Object> reason) {
        var details = new LinkedHashMap<>(reason);
        Object code = details.remove("reason");
        Object sentence = details.remove("message");
        return new Why(String.valueOf(sentence), String.valueOf(code), details);
    }
}
