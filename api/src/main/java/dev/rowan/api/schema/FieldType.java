package dev.rowan.api.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The type of a field.
public enum FieldType {
    INT,
    /// Any number, including integers.
    FLOAT,
    STR,
    BOOL,
    ANY;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<FieldType> of(String word) {
        return Arrays.stream(values()).filter(type -> type.word().equals(word)).findFirst();
    }

    boolean accepts(Object value) {
        return switch (this) {
            case INT -> value instanceof Long || value instanceof BigInteger;
            case FLOAT -> value instanceof Number;
            case STR -> value instanceof String;
            case BOOL -> value instanceof Boolean;
            case ANY -> true;
        };
    }

    /// The type of a row's value, for a reason's message.
    static String wordFor(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String _ -> "str";
            case Boolean _ -> "bool";
            case Long _, BigInteger _ -> "int";
            case BigDecimal _, Double _ -> "float";
            case List<?> _ -> "list";
            case Map<?, ?> _ -> "map";
            default -> throw new IllegalArgumentException("a row cannot hold a " + value.getClass());
        };
    }
}
