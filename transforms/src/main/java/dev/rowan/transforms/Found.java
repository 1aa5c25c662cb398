package dev.rowan.transforms;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a value is, in the words of an error message.
public final class Found {
    private Found() {}

    public static String kind(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String _ -> "text";
            case Boolean _ -> "a boolean";
            case Long _, BigInteger _ -> "a whole number";
            case Number _ -> "a number";
            case List<?> _ -> "a list";
            default -> "an object";
        };
    }
}
