package dev.rowan.transforms.coerce;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;

/// A target type for lossless conversion.
enum Type {
    INT,
    FLOAT,
    BOOL,
    STR;

    /// Its name in the pipeline file.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// `value` converted to this type; empty if that is impossible.
    Optional<Object> from(Object value) {
        return switch (this) {
            case INT -> whole(value);
            case FLOAT -> decimal(value);
            case BOOL -> truth(value);
            case STR -> text(value);
        };
    }

    private static Optional<Object> whole(Object value) {
        return switch (value) {
            case Long n -> Optional.of(n);
            case BigInteger n -> Optional.of(n);
            case BigDecimal n -> Numbers.exactWhole(n).map(Object.class::cast);
            case Double n -> Numbers.exactWhole(BigDecimal.valueOf(n)).map(Object.class::cast);
            case String text -> Numbers.parseWhole(text).map(Object.class::cast);
            default -> Optional.empty();
        };
    }

    private static Optional<Object> decimal(Object value) {
        return switch (value) {
            case Long n -> Optional.of(BigDecimal.valueOf(n));
            case BigInteger n -> Optional.of(new BigDecimal(n));
            case BigDecimal n -> Optional.of(n);
            case Double n -> Optional.of(n);
            case String text -> Numbers.parseDecimal(text).map(Object.class::cast);
            default -> Optional.empty();
        };
    }

    private static Optional<Object> truth(Object value) {
        return switch (value) {
            case Boolean b -> Optional.of(b);
            case Long n when n == 0 || n == 1 -> Optional.of(n == 1);
            case String text ->
                switch (text.strip().toLowerCase(Locale.ROOT)) {
                    case "true", "yes", "1" -> Optional.of(true);
                    case "false", "no", "0" -> Optional.of(false);
                    default -> Optional.empty();
                };
            default -> Optional.empty();
        };
    }

    private static Optional<Object> text(Object value) {
        return switch (value) {
            case String text -> Optional.of(text);
            case Boolean b -> Optional.of(b.toString());
            case Number n -> Optional.of(n.toString());
            default -> Optional.empty();
        };
    }
}
