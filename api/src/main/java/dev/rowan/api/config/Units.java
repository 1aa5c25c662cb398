package dev.rowan.api.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Durations and sizes as people write them: an amount and a unit.
final class Units {
    static final String TIME = "[0-9]+(\\.[0-9]+)? ?(ms|s|m|h|d)";
    static final String SIZE = "[0-9]+(\\.[0-9]+)? ?([kKmMgG][iI]?[bB]|[bB])?";

    private static final int MAX_LENGTH = 40;
    private static final Pattern QUANTITY = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([a-zA-Z]*)");

    private Units() {}

    /// Parses a duration above zero that is a whole number of nanoseconds.
    static Optional<Duration> duration(String text) {
        return durationOrZero(text).filter(Duration::isPositive);
    }

    /// Parses a duration that is a whole number of nanoseconds.
    static Optional<Duration> durationOrZero(String text) {
        return quantity(text)
                .flatMap(q -> switch (q.unit()) {
                    case "ms" -> q.times(1_000_000L);
                    case "s" -> q.times(1_000_000_000L);
                    case "m" -> q.times(60_000_000_000L);
                    case "h" -> q.times(3_600_000_000_000L);
                    case "d" -> q.times(86_400_000_000_000L);
                    default -> Optional.empty();
                })
                .map(Duration::ofNanos);
    }

    /// Parses a size above zero that is a whole number of bytes.
    static Optional<Long> bytes(String text) {
        return quantity(text)
                .flatMap(q -> switch (q.unit().toLowerCase(Locale.ROOT)) {
                    case "", "b" -> q.times(1L);
                    case "kb" -> q.times(1_000L);
                    case "mb" -> q.times(1_000_000L);
                    case "gb" -> q.times(1_000_000_000L);
                    case "kib" -> q.times(1L << 10);
                    case "mib" -> q.times(1L << 20);
                    case "gib" -> q.times(1L << 30);
                    default -> Optional.<Long>empty();
                })
                .filter(size -> size > 0);
    }

    /// The shortest text that [#durationOrZero] reads as `time`.
    static String write(Duration time) {
        long nanos = time.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        record Unit(String name, long nanos) {}
        for (var unit : new Unit[] {
            new Unit("d", 86_400_000_000_000L),
            new Unit("h", 3_600_000_000_000L),
            new Unit("m", 60_000_000_000L),
            new Unit("s", 1_000_000_000L)
        }) {
            if (nanos % unit.nanos() == 0) {
                return nanos / unit.nanos() + unit.name();
            }
        }
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
    }

    /// The shortest text that [#bytes] reads as `size`.
    static String write(long size) {
        record Unit(String name, int shift) {}
        for (var unit : new Unit[] {new Unit("GiB", 30), new Unit("MiB", 20), new Unit("KiB", 10)}) {
            if (size > 0 && Long.numberOfTrailingZeros(size) >= unit.shift()) {
                return (size >> unit.shift()) + unit.name();
            }
        }
        return Long.toString(size);
    }

    private record Quantity(BigDecimal amount, String unit) {

        Optional<Long> times(long unit) {
            try {
                return Optional.of(amount.multiply(BigDecimal.valueOf(unit)).longValueExact());
            } catch (ArithmeticException _) {
                return Optional.empty();
            }
        }
    }

    private static Optional<Quantity> quantity(String text) {
        var parts = QUANTITY.matcher(text);
        return text.length() <= MAX_LENGTH && parts.matches()
                ? Optional.of(new Quantity(new BigDecimal(parts.group(1)), parts.group(2)))
                : Optional.empty();
    }
}
