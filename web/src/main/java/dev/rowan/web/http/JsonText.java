package dev.rowan.web.http;

import dev.rowan.api.call.Usd;
import dev.rowan.json.RowJson;
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

/// Values for machines as JSON: times as ISO 8601, durations in seconds, money as decimal text, what is
/// absent as null.
public final class JsonText {
    private JsonText() {}

    public static byte[] bytes(@Nullable Object value) {
        return RowJson.writeValue(plain(value));
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Optional<?> optional -> optional.isPresent() ? plain(optional.get()) : null;
            case OptionalLong number -> number.isPresent() ? number.getAsLong() : null;
            case OptionalInt number -> number.isPresent() ? (long) number.getAsInt() : null;
            case OptionalDouble number -> number.isPresent() ? number.getAsDouble() : null;
            case Instant instant -> instant.toString();
            case Duration duration -> duration.toNanos() / 1e9;
            case Usd usd -> usd.toString();
            case Enum<?> choice -> choice.name().toLowerCase(Locale.ROOT);
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
