package dev.rowan.providers.template;

import dev.rowan.json.RowJson;
import io.pebbletemplates.pebble.error.PebbleException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prints values: text unchanged, numbers in plain digits, lists and maps as JSON, null as an empty string.
final class ValueText {
    private static final int MAX_ZEROS = 1_000;

    private ValueText() {}

    static String of(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text -> text;
            case Boolean flag -> flag.toString();
            case BigDecimal n -> Math.abs((long) n.scale()) > MAX_ZEROS ? n.toString() : n.toPlainString();
            case Long _, Integer _, BigInteger _, Double _ -> value.toString();
            case List<?> _, Map<?, ?> _ -> json(value);
            default -> throw new PebbleException(null, "only texts, numbers, booleans, lists and maps can be printed");
        };
    }

    static String json(@Nullable Object value) {
        return new String(RowJson.writeValue(value), StandardCharsets.UTF_8);
    }
}
