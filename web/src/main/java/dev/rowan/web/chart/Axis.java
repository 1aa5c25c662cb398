package dev.rowan.web.chart;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/// An axis from 0 to `end`, with its ticks and number format.
public record Axis(String name, double end, List<Double> ticks, DoubleFunction<String> formatter) {
    private static final int ACROSS = 5;
    private static final int UP = 4;

    public Axis {
        ticks = List.copyOf(ticks);
    }

    /// Elapsed time in seconds.
    public static Axis seconds(String name, double max) {
        double end = Math.max(max, 1);
        return new Axis(name, end, Ticks.seconds(end, ACROSS), Axis::span);
    }

    /// Dollars.
    public static Axis dollars(String name, double max) {
        List<Double> ticks = Ticks.upTo(max, UP);
        double step = ticks.get(1);
        int digits = Math.max(step < 1 ? 2 : 0, (int) Math.ceil(-Math.log10(step) - 1e-9));
        return new Axis(
                name,
                ticks.getLast(),
                ticks,
                value ->
                        value == 0 ? "$0" : "$" + String.format(Locale.ROOT, "%,." + Math.min(digits, 9) + "f", value));
    }

    /// A rate per second.
    public static Axis perSecond(String name, double max) {
        List<Double> ticks = Ticks.upTo(max, UP);
        return new Axis(name, ticks.getLast(), ticks, value -> plain(value) + "/s");
    }

    /// Counts.
    public static Axis count(String name, double max) {
        List<Double> ticks = Ticks.wholeUpTo(max, UP);
        return new Axis(name, ticks.getLast(), ticks, Axis::plain);
    }

    /// Shares, from 0 to 1.
    public static Axis share(String name, double max) {
        List<Double> ticks = Ticks.upTo(Math.clamp(max, 0.01, 1) * 100, UP);
        return new Axis(
                name,
                Math.min(ticks.getLast(), 100) / 100,
                ticks.stream()
                        .map(tick -> tick / 100)
                        .filter(tick -> tick <= 1.0001)
                        .toList(),
                value -> plain(value * 100) + " %");
    }

    /// The position of a value on the axis, from 0 to 1.
    double at(double value) {
        return Math.clamp(value / end, 0, 1);
    }

    String format(double value) {
        return formatter.apply(value);
    }

    /// `1,200`, `12k`, `3.4M`, `0.25`
    static String plain(double value) {
        double size = Math.abs(value);
        if (size >= 1e6) {
            return digits(value / 1e6) + "M";
        }
        if (size >= 1e4) {
            return digits(value / 1e3) + "k";
        }
        return size >= 100 ? String.format(Locale.ROOT, "%,.0f", value) : digits(value);
    }

    private static String digits(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).setScale(Math.abs(value) < 1 ? 3 : 2, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    /// `45 s`, `2 min`, `1:30 min`, `3 h`, `2:15 h`, `4 d`.
    static String span(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) {
            return seconds < 10 && seconds != whole ? String.format(Locale.ROOT, "%.1f s", seconds) : whole + " s";
        }
        if (whole < 3_600) {
            return two(whole / 60, whole % 60, " min");
        }
        return whole < 172_800 ? two(whole / 3_600, whole % 3_600 / 60, " h") : digits(whole / 86_400d) + " d";
    }

    private static String two(long big, long small, String unit) {
        return small == 0 ? big + unit : String.format(Locale.ROOT, "%d:%02d%s", big, small, unit);
    }
}
