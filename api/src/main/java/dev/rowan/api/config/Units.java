package dev.rowan.api.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Times and sizes as people write them.
final class Units {
    private Units() {}

    static Optional<Duration> duration(String text) {
        return split(text).flatMap(q -> switch (q.unit()) {
            case "ms" -> nanos(q.amount(), 1_000_000L);
            case "s" -> nanos(q.amount(), 1_000_000_000L);
            case "m" -> nanos(q.amount(), 60_000_000_000L);
            case "h" -> nanos(q.amount(), 3_600_000_000_000L);
            case "d" -> nanos(q.amount(), 86_400_000_000_000L);
            default -> Optional.empty();
        });
    }

    static Optional<Long> bytes(String text) {
        return split(text).flatMap(q -> switch (q.unit().toLowerCase(Locale.ROOT)) {
            case "", "b" -> whole(q.amount(), 1L);
            case "kb" -> whole(q.amount(), 1_000L);
            case "mb" -> whole(q.amount(), 1_000_000L);
            case "gb" -> whole(q.amount(), 1_000_000_000L);
            case "kib" -> whole(q.amount(), 1L << 10);
            case "mib" -> whole(q.amount(), 1L << 20);
            case "gib" -> whole(q.amount(), 1L << 30);
            default -> Optional.empty();
        });
    }

    private record Quantity(BigDecimal amount, String unit) {}

    private static Optional<Quantity> split(String text) {
        String trimmed = text.strip();
        int digits = 0;
        while (digits < trimmed.length()
                && (Character.isDigit(trimmed.charAt(digits)) || trimmed.charAt(digits) == '.')) {
            digits++;
        }
        try {
            return Optional.of(new Quantity(
                    new BigDecimal(trimmed.substring(0, digits)),
                    trimmed.substring(digits).strip()));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> nanos(BigDecimal amount, long unit) {
        return whole(amount, unit).map(Duration::ofNanos);
    }

    private static Optional<Long> whole(BigDecimal amount, long unit) {
        try {
            long value = amount.multiply(BigDecimal.valueOf(unit)).longValueExact();
            return value > 0 ? Optional.of(value) : Optional.empty();
        } catch (ArithmeticException _) {
            return Optional.empty();
        }
    }
}
