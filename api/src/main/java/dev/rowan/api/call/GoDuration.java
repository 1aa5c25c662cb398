package dev.rowan.api.call;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;

/// Go durations: `6m0s`, `20ms`, `1h2m3.5s`.
final class GoDuration {
    private static final Map<String, BigDecimal> SECONDS = Map.of(
            "h",
            BigDecimal.valueOf(3600),
            "m",
            BigDecimal.valueOf(60),
            "s",
            BigDecimal.ONE,
            "ms",
            new BigDecimal("0.001"),
            "us",
            new BigDecimal("0.000001"),
            "µs",
            new BigDecimal("0.000001"),
            "ns",
            new BigDecimal("0.000000001"),
            "d",
            BigDecimal.valueOf(86_400));

    private GoDuration() {}

    /// The duration in seconds; empty if `text` is not one.
    static Optional<BigDecimal> seconds(String text) {
        BigDecimal sum = BigDecimal.ZERO;
        int at = 0;
        while (at < text.length()) {
            int unitAt = skip(text, at, true);
            int end = skip(text, unitAt, false);
            BigDecimal unit = SECONDS.get(text.substring(unitAt, end));
            Optional<BigDecimal> count = RateHeaders.number(text.substring(at, unitAt));
            if (unit == null || count.isEmpty()) {
                return Optional.empty();
            }
            sum = sum.add(count.get().multiply(unit));
            at = end;
        }
        return at == 0 ? Optional.empty() : Optional.of(sum);
    }

    /// The end of the run of number characters, or of other characters, that starts at `from`.
    private static int skip(String text, int from, boolean number) {
        int at = from;
        while (at < text.length() && isNumberSign(text.charAt(at)) == number) {
            at++;
        }
        return at;
    }

    private static boolean isNumberSign(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }
}
