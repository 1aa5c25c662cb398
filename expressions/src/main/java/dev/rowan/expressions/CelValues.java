package dev.rowan.expressions;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values of rows as values of CEL, and back. Whole numbers are CEL's `int`, all other numbers its `double`.
final class CelValues {
    private CelValues() {}

    static Object toCel(@Nullable Object value) {
        return switch (value) {
            case null -> NullValue.NULL_VALUE;
            case BigInteger number -> finite(number.doubleValue(), number);
            case BigDecimal number -> finite(number.doubleValue(), number);
            case List<?> list -> list.stream().map(CelValues::toCel).toList();
            case Map<?, ?> map -> {
                var converted = new LinkedHashMap<String, Object>();
                map.forEach((key, each) -> converted.put(String.valueOf(key), toCel(each)));
                yield converted;
            }
            default -> value;
        };
    }

    private static Double finite(double number, Number exact) {
        if (Double.isInfinite(number)) {
            throw new IllegalArgumentException("a number is too large for an expression: " + exact);
        }
        return number;
    }

    /// A result as a value that a row can hold.
    static @Nullable Object fromCel(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case NullValue _ -> null;
            case String _, Boolean _, Long _ -> value;
            case Double number -> decimal(number);
            case UnsignedLong number -> number.bigIntegerValue();
            case Instant time -> time.toString();
            case List<?> list -> {
                var converted = new ArrayList<@Nullable Object>();
                list.forEach(each -> converted.add(fromCel(each)));
                yield converted;
            }
            case Map<?, ?> map -> {
                var converted = new LinkedHashMap<String, @Nullable Object>();
                map.forEach((key, each) -> converted.put(String.valueOf(fromCel(key)), fromCel(each)));
                yield converted;
            }
            default -> throw new IllegalArgumentException("the result is not a value that a row can hold: " + value);
        };
    }

    private static BigDecimal decimal(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("the result is not a finite number: " + number);
        }
        return BigDecimal.valueOf(number);
    }
}
