package dev.rowan.web.text;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/// Numbers, money, times and spans as they stand on a page.
public final class DisplayText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter TIME_OF_DAY =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private DisplayText() {}

    /// `1,234,567`.
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /// `3,120/s`, with a digit behind the point below ten.
    public static String rate(double perSecond) {
        return perSecond < 10
                ? String.format(Locale.ROOT, "%.1f/s", perSecond)
                : String.format(Locale.ROOT, "%,.0f/s", perSecond);
    }

    /// `$12.34`; small amounts keep three digits that count, as on the terminal.
    public static String money(Usd usd) {
        BigDecimal dollars = usd.dollars();
        if (dollars.signum() == 0) {
            return "$0";
        }
        if (dollars.compareTo(BigDecimal.ONE) >= 0) {
            return "$" + String.format(Locale.ROOT, "%,.2f", dollars.setScale(2, RoundingMode.HALF_UP));
        }
        BigDecimal shown =
                dollars.setScale(usd.shownDigits(), RoundingMode.HALF_UP).stripTrailingZeros();
        return "$" + shown.setScale(Math.max(2, shown.scale())).toPlainString();
    }

    /// `840 ms`, `12.3 s`, `4 min 05 s`, `3 h 12 min`, `2 d 4 h`.
    public static String span(Duration span) {
        long millis = span.toMillis();
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1e3);
        }
        if (span.compareTo(Duration.ofHours(1)) < 0) {
            return String.format(Locale.ROOT, "%d min %02d s", span.toMinutes(), span.toSecondsPart());
        }
        return span.toDays() == 0
                ? String.format(Locale.ROOT, "%d h %02d min", span.toHours(), span.toMinutesPart())
                : span.toDays() + " d " + span.toHoursPart() + " h";
    }

    /// `2026-11-15 14:03:22 UTC`.
    public static String time(Instant at) {
        return TIME.format(at.truncatedTo(ChronoUnit.SECONDS)) + " UTC";
    }

    /// `14:03:22 UTC`.
    public static String timeOfDay(Instant at) {
        return TIME_OF_DAY.format(at.truncatedTo(ChronoUnit.SECONDS)) + " UTC";
    }

    /// A share as `12.3 %`.
    public static String share(double part) {
        return String.format(Locale.ROOT, "%.1f %%", part * 100);
    }

    /// A word as a step of a path or a value behind `?`.
    public static String inAddress(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
