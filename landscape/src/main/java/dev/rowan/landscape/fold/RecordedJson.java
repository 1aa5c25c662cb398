package dev.rowan.landscape.fold;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Reason;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.LandscapeException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Recorded JSON: the facts of run events as text, values as bytes.
public final class RecordedJson {
    private RecordedJson() {}

    public static String text(Map<String, ? extends @Nullable Object> facts) {
        return new String(RowJson.writeValue(facts), UTF_8);
    }

    public static Map<String, @Nullable Object> object(String text) {
        return object(text.getBytes(UTF_8));
    }

    public static Map<String, @Nullable Object> object(byte[] json) {
        try {
            return RowJson.readRow(json).asMap();
        } catch (JsonException damaged) {
            throw new LandscapeException(
                    "the landscape holds a value that is not the JSON it was written as: " + damaged.getMessage(),
                    damaged);
        }
    }

    @SuppressWarnings("unchecked") // maps in JSON have text keys
    public static Map<String, @Nullable Object> map(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, @Nullable Object>) map;
        }
        throw new LandscapeException("the landscape should hold an object here, found " + value);
    }

    /// Parses a recorded reason; `retryable` is recorded beside it.
    public static Reason reason(Map<String, @Nullable Object> values, boolean retryable) {
        var details = new LinkedHashMap<>(values);
        return new Reason(
                String.valueOf(details.remove("reason")),
                String.valueOf(details.remove("message")),
                details,
                retryable);
    }

    public static long number(@Nullable Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw new LandscapeException("the landscape should hold a whole number here, found " + value);
    }
}
