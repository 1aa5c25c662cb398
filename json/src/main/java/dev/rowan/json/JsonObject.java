package dev.rowan.json;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A JSON object of the command line, the HTTP API and logs, built key by key.
///
/// Keys are `snake_case` and keep their order. Times are ISO 8601, durations numbers of seconds, money exact numbers
/// of US dollars, enum constants their name in lower case; what is absent is null. Owned by one thread.
public final class JsonObject {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    private JsonObject() {}

    public static JsonObject object() {
        return new JsonObject();
    }

    public JsonObject put(String key, @Nullable Object value) {
        fields.put(key, plain(value));
        return this;
    }

    /// Adds the fields of another object.
    public JsonObject putAll(JsonObject other) {
        fields.putAll(other.fields);
        return this;
    }

    /// The object on one line, safe to show on a terminal.
    public String line() {
        return text(fields);
    }

    /// Any value as [#line] shows it.
    public static String text(@Nullable Object value) {
        return escapeInvisible(new String(bytes(value), StandardCharsets.UTF_8));
    }

    /// Any value as JSON in UTF-8.
    public static byte[] bytes(@Nullable Object value) {
        return RowJson.writeValue(plain(value));
    }

    /// Equivalent JSON with every control and format character escaped; line breaks between values stay.
    public static String escapeInvisible(String json) {
        var safe = new StringBuilder(json.length());
        json.codePoints().forEach(c -> {
            if (c != '\n' && isInvisible(c)) {
                for (char unit : Character.toChars(c)) {
                    safe.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            } else {
                safe.appendCodePoint(c);
            }
        });
        return safe.toString();
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case JsonObject object -> object.fields;
            case Optional<?> optional -> optional.isPresent() ? plain(optional.get()) : null;
            case OptionalLong number -> number.isPresent() ? number.getAsLong() : null;
            case OptionalInt number -> number.isPresent() ? (long) number.getAsInt() : null;
            case OptionalDouble number -> number.isPresent() ? number.getAsDouble() : null;
            case Instant instant -> instant.toString();
            case Duration duration -> duration.toNanos() / 1e9;
            case Usd usd -> new BigDecimal(usd.toString());
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
            case Integer number -> number.longValue();
            case Map<?, ?> map -> map(map);
            case List<?> list -> list(list);
            default -> value;
        };
    }

    private static Map<String, @Nullable Object> map(Map<?, ?> map) {
        var plain = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> plain.put(String.valueOf(plain(key)), plain(value)));
        return plain;
    }

    private static List<@Nullable Object> list(List<?> list) {
        var plain = new ArrayList<@Nullable Object>(list.size());
        list.forEach(value -> plain.add(plain(value)));
        return plain;
    }
}
