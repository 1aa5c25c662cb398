package dev.rowan.cli.terminal;

import dev.rowan.json.RowJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An object for machines, built key by key: `snake_case` keys in the order given, absent values as null.
public final class CliJson {
    private final Map<String, @Nullable Object> map = new LinkedHashMap<>();

    private CliJson() {}

    public static CliJson object() {
        return new CliJson();
    }

    public CliJson put(String key, @Nullable Object value) {
        map.put(key, plain(value));
        return this;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case CliJson json -> json.map;
            case Optional<?> optional -> optional.isPresent() ? plain(optional.get()) : null;
            case Instant instant -> instant.toString();
            case Duration duration -> duration.toNanos() / 1e9;
            case List<?> list -> list.stream().map(CliJson::plain).toList();
            default -> value;
        };
    }

    /// The object on one line, safe to show on a screen.
    public String line() {
        return text(map);
    }

    /// Any value as [#line] would show it.
    public static String text(@Nullable Object value) {
        return SafeText.json(new String(RowJson.writeValue(value), StandardCharsets.UTF_8));
    }
}
