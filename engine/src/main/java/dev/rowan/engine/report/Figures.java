package dev.rowan.engine.report;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// Formats counts, money, durations, sizes and times for people; the same on the terminal, the page and every machine.
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
        return whole == 0 ? "" : percent((double) part / whole);
    }

    /// The same of a share from 0 to 1.
    public static String percent(double share) {
        if (share > 0 && share < 0.001) {
            return "< 0.1 %";
        }
        if (share < 1 && share > 0.999) {
            return "> 99.9 %";
        }
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
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

    /// `< 0.1 ms`, `0.2 ms`, `12 ms`, `3.4 s`, `2 min 5 s`, `1 h 2 min`, `2 d 4 h`
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
        Duration rounded = Duration.ofSeconds(Math.round(millis / 1_000));
        if (rounded.toHours() == 0) {
            return rounded.toMinutes() + " min " + rounded.toSecondsPart() + " s";
        }
        return rounded.toDays() == 0
                ? rounded.toHours() + " h " + rounded.toMinutesPart() + " min"
                : rounded.toDays() + " d " + rounded.toHoursPart() + " h";
    }

    /// The same of seconds.
    public static String seconds(double seconds) {
        return duration(Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    /// `0:07`, `12:30`, `1:02:03`
    public static String clock(Duration duration) {
        long s = duration.toSeconds();
        return s < 3_600
                ? String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", s / 3_600, s / 60 % 60, s % 60);
    }

    /// `$25`, `$1,234.50`; three significant digits below a dollar: `$0.0124`.
    public static String dollars(Usd amount) {
        return dollars(amount.dollars());
    }

    /// The same of an amount that may be more than [Usd#MAX], as in a forecast.
    public static String dollars(BigDecimal amount) {
        BigDecimal shown =
                amount.setScale(Usd.shownDigits(amount), RoundingMode.HALF_UP).stripTrailingZeros();
        int digits = shown.scale() <= 0 ? 0 : Math.max(2, shown.scale());
        return String.format(Locale.ROOT, "$%,." + digits + "f", shown);
    }

    /// The same, or `unknown`.
    public static String dollars(Optional<Usd> amount) {
        return amount.map(Figures::dollars).orElse("unknown");
    }

    /// `12,300 rows/s`, `3.4 rows/s`
    public static String rate(double rowsPerSecond) {
        return number(rowsPerSecond) + " rows/s";
    }

    /// `12,300/s`, `3.4/s`
    public static String perSecond(double rate) {
        return number(rate) + "/s";
    }

    private static String number(double rate) {
        return rate < 10 ? String.format(Locale.ROOT, "%.1f", rate) : count(Math.round(rate));
    }

    /// `09:30:12`
    public static String timeOfDay(Instant instant, ZoneId zone) {
        return TIME_OF_DAY.format(instant.atZone(zone));
    }

    /// `09:30:12 UTC`
    public static String timeOfDay(Instant instant) {
        return timeOfDay(instant, ZoneOffset.UTC) + " UTC";
    }

    /// `2026-11-15 09:30:12`
    public static String time(Instant instant, ZoneId zone) {
        return TIME.format(instant.atZone(zone));
    }

    /// `2026-11-15 09:30:12 UTC`
    public static String time(Instant instant) {
        return time(instant, ZoneOffset.UTC) + " UTC";
    }
}
