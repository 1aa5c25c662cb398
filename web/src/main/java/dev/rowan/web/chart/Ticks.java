package dev.rowan.web.chart;

import java.util.ArrayList;
import java.util.List;

/// Round numbers along an axis.
final class Ticks {
    private static final List<Double> SPANS = List.of(
            1d, 2d, 5d, 10d, 15d, 30d, 60d, 120d, 300d, 600d, 900d, 1_800d, 3_600d, 7_200d, 10_800d, 21_600d, 43_200d,
            86_400d, 172_800d, 604_800d);

    private Ticks() {}

    /// From 0 in steps of 1, 2 or 5 times a power of ten, up to at least `max`; about `about` of them.
    static List<Double> upTo(double max, int about) {
        double top = max > 0 && Double.isFinite(max) ? max : 1;
        double raw = top / about;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double step = 10 * power;
        for (double times : new double[] {1, 2, 5}) {
            if (times * power >= raw * 0.999) {
                step = times * power;
                break;
            }
        }
        return by(step, top);
    }

    /// The same in whole numbers.
    static List<Double> wholeUpTo(double max, int about) {
        return max <= about ? by(1, Math.max(1, max)) : upTo(max, about);
    }

    /// Seconds from 0 by steps that clocks know, not beyond `max`.
    static List<Double> seconds(double max, int about) {
        double top = Math.max(max, 1);
        double step = SPANS.getLast();
        for (double span : SPANS) {
            if (top / span <= about) {
                step = span;
                break;
            }
        }
        while (top / step > about) {
            step *= 2;
        }
        var ticks = new ArrayList<Double>();
        for (int i = 0; i * step <= top * 1.0001; i++) {
            ticks.add(i * step);
        }
        return List.copyOf(ticks);
    }

    private static List<Double> by(double step, double top) {
        var ticks = new ArrayList<Double>();
        int steps = (int) Math.ceil(top / step - 1e-9);
        for (int i = 0; i <= Math.max(1, steps); i++) {
            ticks.add(i * step);
        }
        return List.copyOf(ticks);
    }
}
