package dev.rowan.cli.terminal;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Numbers, times and sizes as people read them; the same on every machine.
public final class Figures {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter TIME_OF_DAY = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB"};

    private Figures() {}

    /// `12,345`
    public static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }

    /// `3 rows`, `1 row`
    public static String counted(long n, String thing) {
        return count(n) + " " + thing + (n == 1 ? "" : "s");
    }

    /// `95.7 %`; a share that is neither none nor all never reads `0.0 %` or `100.0 %`.
    public static String percent(long part, long whole) {
        if (whole == 0) {
            return "";
        }
        double share = 100.0 * part / whole;
        if (part > 0 && share < 0.1) {
            return "< 0.1 %";
        }
        if (part < whole && share > 99.9) {
            return "> 99.9 %";
        }
        return String.format(Locale.ROOT, "%.1f %%", share);
    }

    /// `512 bytes`, `1.2 MB`
    public static String bytes(long n) {
        if (n < 1_000) {
            return counted(n, "byte");
        }
        double amount = n;
        int unit = -1;
        while (amount >= 999.5) {
            amount /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 9.95 ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
    }

    /// `< 0.1 ms`, `0.2 ms`, `12 ms`, `3.4 s`, `2 min 5 s`, `1 h 2 min`
    public static String duration(Duration duration) {
        double millis = duration.toNanos() / 1e6;
        if (millis < 0.05) {
            return "< 0.1 ms";
        }
        if (millis < 9.95) {
            return String.format(Locale.ROOT, "%.1f ms", millis);
        }
        if (millis < 999.5) {
            return String.format(Locale.ROOT, "%.0f ms", millis);
        }
        if (millis < 59_950) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1_000);
        }
        long seconds = Math.round(millis / 1_000);
        return seconds < 3_600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3_600 + " h " + seconds / 60 % 60 + " min";
    }

    /// `0:07`, `12:30`, `1:02:03`
    public static String clock(Duration duration) {
        long s = duration.toSeconds();
        return s < 3_600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3_600, s / 60 % 60, s % 60);
    }

    /// `12,300 rows/s`, `3.4 rows/s`
    /// An amount of money with as many digits as tell something: `$0.0124`, `$25`.
    public static String dollars(Usd amount) {
        BigDecimal shown = amount.dollars()
                .setScale(amount.shownDigits(), RoundingMode.HALF_UP)
                .stripTrailingZeros();
        return "$"
                + shown.setScale(Math.max(shown.scale() == 1 ? 2 : 0, shown.scale()))
                        .toPlainString();
    }

    public static String rate(double perSecond) {
        return (perSecond < 10 ? String.format(Locale.ROOT, "%.1f", perSecond) : count(Math.round(perSecond)))
                + " rows/s";
    }

    /// `09:30:12`
    public static String timeOfDay(Instant instant, ZoneId zone) {
        return TIME_OF_DAY.format(instant.atZone(zone));
    }

    /// `2026-11-15 09:30:12`
    public static String time(Instant instant, ZoneId zone) {
        return TIME.format(instant.atZone(zone));
    }
}
