package dev.rowan.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The values that a row may hold: JSON values, deeply immutable.
final class Values {
    /// Deeper values are rejected: they cannot be written and read back safely.
    static final int MAX_DEPTH = 200;
    /// Longer numbers are rejected too.
    static final int MAX_DIGITS = 1_000;

    private Values() {}

    static @Nullable Object checked(@Nullable Object value) {
        return value instanceof String ? value : checked(value, 0);
    }

    private static @Nullable Object checked(@Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("a value must not be nested deeper than " + MAX_DEPTH);
        }
        return switch (value) {
            case null -> null;
            case String s -> s;
            case Boolean b -> b;
            case Long n -> n;
            case Integer n -> n.longValue();
            case Short n -> n.longValue();
            case Byte n -> n.longValue();
            case BigInteger n -> n.bitLength() < Long.SIZE ? (Object) n.longValue() : whole(n);
            case BigDecimal n -> decimal(n);
            case Double n -> decimal(n);
            case Float n -> decimal(n.doubleValue());
            case List<?> list -> {
                var copy = new ArrayList<@Nullable Object>(list.size());
                for (Object item : list) {
                    copy.add(checked(item, depth + 1));
                }
                yield Collections.unmodifiableList(copy);
            }
            case Map<?, ?> map -> {
                var copy = new LinkedHashMap<String, @Nullable Object>();
                for (var entry : map.entrySet()) {
                    if (!(entry.getKey() instanceof String key)) {
                        throw new IllegalArgumentException("a map in a row needs text keys, got " + entry.getKey());
                    }
                    copy.put(key, checked(entry.getValue(), depth + 1));
                }
                yield Collections.unmodifiableMap(copy);
            }
            default ->
                throw new IllegalArgumentException("a row holds text, numbers, booleans, lists and maps, got "
                        + value.getClass().getName());
        };
    }

    private static BigInteger whole(BigInteger n) {
        checkDigits(new BigDecimal(n));
        return n;
    }

    private static BigDecimal decimal(BigDecimal n) {
        checkDigits(n);
        return n;
    }

    /// A floating-point number as the decimal that it is printed as, which is what reading it back gives.
    private static BigDecimal decimal(double n) {
        if (!Double.isFinite(n)) {
            throw new IllegalArgumentException("a number in a row must be finite, got " + n);
        }
        return BigDecimal.valueOf(n);
    }

    private static void checkDigits(BigDecimal n) {
        if (n.precision() > MAX_DIGITS) {
            throw new IllegalArgumentException(
                    "a number in a row must not have more than " + MAX_DIGITS + " digits, got " + n.precision());
        }
    }
}
