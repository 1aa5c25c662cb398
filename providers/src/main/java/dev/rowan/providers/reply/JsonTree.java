package dev.rowan.providers.reply;

import dev.rowan.api.call.Payload;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A JSON value for lenient access: missing parts and parts of another type are empty.
public record JsonTree(@Nullable Object value) {
    private static final JsonTree MISSING = new JsonTree(null);

    /// Parses `body`; empty if it is not exactly one valid JSON value.
    public static Optional<JsonTree> parse(Payload body) {
        try {
            return Optional.of(new JsonTree(RowJson.readValue(body.bytes())));
        } catch (JsonException _) {
            return Optional.empty();
        }
    }

    public JsonTree at(String key) {
        return value instanceof Map<?, ?> map ? new JsonTree(map.get(key)) : MISSING;
    }

    /// The items of a list; none if this is not a list.
    public List<JsonTree> items() {
        return value instanceof List<?> list ? list.stream().map(JsonTree::new).toList() : List.of();
    }

    /// The first item of a list.
    public JsonTree first() {
        return value instanceof List<?> list && !list.isEmpty() ? new JsonTree(list.getFirst()) : MISSING;
    }

    public boolean isObject() {
        return value instanceof Map;
    }

    public Optional<String> text() {
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /// An ISO 8601 time with its offset.
    public Optional<Instant> time() {
        try {
            return text().map(text -> Instant.from(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    /// A non-negative integer.
    public Optional<Long> count() {
        return switch (value) {
            case Long n when n >= 0 -> Optional.of(n);
            case null, default -> Optional.empty();
        };
    }

    public Optional<BigDecimal> number() {
        return switch (value) {
            case Long n -> Optional.of(BigDecimal.valueOf(n));
            case BigInteger n -> Optional.of(new BigDecimal(n));
            case BigDecimal n -> Optional.of(n);
            case null, default -> Optional.empty();
        };
    }
}
