package dev.rowan.web.run;

import dev.rowan.landscape.record.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// How long answers took, by class of [Sample#LATENCY_MILLIS]. A percentile is taken as if the answers of a
/// class were spread evenly in it: it is about right, never in another class.
public record LatencyStats(List<Long> counts) {
    public static final LatencyStats NONE = new LatencyStats(List.of());
    private static final List<Integer> BOUNDS = Sample.LATENCY_MILLIS;

    public LatencyStats {
        counts = List.copyOf(counts);
    }

    public long all() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    LatencyStats plus(LatencyStats other) {
        var sum = new ArrayList<Long>();
        for (int i = 0; i < Math.max(counts.size(), other.counts.size()); i++) {
            sum.add(at(i) + other.at(i));
        }
        return new LatencyStats(sum);
    }

    private long at(int index) {
        return index < counts.size() ? counts.get(index) : 0;
    }

    /// The place of a percentile among the classes: 2.5 is the middle of the third.
    OptionalDouble place(double percentile) {
        long all = all();
        double rank = all * percentile;
        double before = 0;
        for (int i = 0; i < counts.size() && all > 0; i++) {
            long here = counts.get(i);
            if (here > 0 && before + here >= rank) {
                return OptionalDouble.of(i + (rank - before) / here);
            }
            before += here;
        }
        return OptionalDouble.empty();
    }

    /// The same in milliseconds; empty also where it lies beyond the last bound.
    public OptionalDouble millis(double percentile) {
        OptionalDouble place = place(percentile);
        if (place.isEmpty()) {
            return place;
        }
        int index = Math.min((int) Math.ceil(place.getAsDouble()) - 1, counts.size() - 1);
        index = Math.max(index, 0);
        if (index >= BOUNDS.size()) {
            return OptionalDouble.empty();
        }
        double low = index == 0 ? 0 : BOUNDS.get(index - 1);
        double part = place.getAsDouble() - index;
        return OptionalDouble.of(low + (BOUNDS.get(index) - low) * part);
    }
}
