package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.PebbleException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Exact arithmetic on the numbers of a row: no overflow, no floating point, and only `/` rounds, to 34 digits.
/// Text is never converted to a number.
final class Numbers {
    /// The maximum number of digits before and after the point.
    private static final int MAX_DIGITS = 1_000;

    private static final int SHOWN_CHARS = 30;
    private static final Pattern NUMERIC = Pattern.compile("\\s*[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?\\s*");

    private Numbers() {}

    static BigDecimal add(BigDecimal left, BigDecimal right) {
        return left.add(right);
    }

    static BigDecimal subtract(BigDecimal left, BigDecimal right) {
        return left.subtract(right);
    }

    static BigDecimal multiply(BigDecimal left, BigDecimal right) {
        return left.multiply(right);
    }

    static BigDecimal divide(BigDecimal left, BigDecimal right) {
        return left.divide(nonZero(right), MathContext.DECIMAL128);
    }

    /// Rounded down, as in Jinja: `-7 // 2` is -4.
    static BigDecimal floorDivide(BigDecimal left, BigDecimal right) {
        return left.divide(nonZero(right), 0, RoundingMode.FLOOR);
    }

    /// The remainder of [#floorDivide], with the sign of the divisor.
    static BigDecimal modulo(BigDecimal left, BigDecimal right) {
        return left.subtract(floorDivide(left, right).multiply(right));
    }

    private static BigDecimal nonZero(BigDecimal divisor) {
        if (divisor.signum() == 0) {
            throw new PebbleException(null, "division by zero");
        }
        return divisor;
    }

    /// An operand of `symbol`, or an error with its type.
    static BigDecimal operand(@Nullable Object value, String symbol) {
        return number(value)
                .orElseThrow(() -> new PebbleException(
                        null, "'" + symbol + "' takes numbers, got " + shown(value) + "; " + hint(value)));
    }

    /// Checks the size of a result.
    static BigDecimal bounded(BigDecimal result) {
        if (result.precision() > MAX_DIGITS || Math.abs((long) result.scale()) > MAX_DIGITS) {
            throw new PebbleException(null, "a number in the template has more than " + MAX_DIGITS + " digits");
        }
        return result;
    }

    static Optional<BigDecimal> number(@Nullable Object value) {
        return switch (value) {
            case BigDecimal n -> Optional.of(bounded(n));
            case BigInteger n -> Optional.of(bounded(new BigDecimal(n)));
            case Long n -> Optional.of(BigDecimal.valueOf(n));
            case Integer n -> Optional.of(BigDecimal.valueOf(n));
            case Double n when Double.isFinite(n) -> Optional.of(BigDecimal.valueOf(n));
            case null, default -> Optional.empty();
        };
    }

    /// Numbers are equal by value, also inside lists and maps. Comparing text with a number is an error, since it
    /// would always be false.
    static boolean areEqual(@Nullable Object left, @Nullable Object right) {
        return switch (left) {
            case null -> right == null;
            case Number _ -> {
                refuseNumeric(right, left);
                yield right instanceof Number && operand(left, "==").compareTo(operand(right, "==")) == 0;
            }
            case String text -> {
                if (right instanceof Number) {
                    refuseNumeric(text, right);
                }
                yield text.equals(right);
            }
            case List<?> list -> right instanceof List<?> other && areEqual(list, other);
            case Map<?, ?> map -> right instanceof Map<?, ?> other && areEqual(map, other);
            default -> left.equals(right);
        };
    }

    private static boolean areEqual(List<?> left, List<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!areEqual(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean areEqual(Map<?, ?> left, Map<?, ?> right) {
        return left.size() == right.size()
                && left.entrySet().stream()
                        .allMatch(each -> right.containsKey(each.getKey())
                                && areEqual(each.getValue(), right.get(each.getKey())));
    }

    private static void refuseNumeric(@Nullable Object text, Object number) {
        if (text instanceof String digits && NUMERIC.matcher(digits).matches()) {
            throw new PebbleException(
                    null, "cannot compare " + shown(digits) + " with " + shown(number) + "; " + hint(digits));
        }
    }

    static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text
            when text.length() > SHOWN_CHARS ->
                "the text \"" + text.substring(0, text.offsetByCodePoints(0, SHOWN_CHARS / 2)) + "…\"";
            case String text -> "the text \"" + text + "\"";
            case List<?> _ -> "a list";
            case Map<?, ?> _ -> "a map";
            case Boolean flag -> "the boolean " + flag;
            default -> "the number " + ValueText.of(value);
        };
    }

    static String hint(@Nullable Object value) {
        return switch (value) {
            case null -> "give a default, as in {{ name | default(0) }}";
            case String _ ->
                "convert the field with a type_coerce transform before this node, as in {fields: {name: float}}";
            default -> "only numbers can be computed with";
        };
    }
}
