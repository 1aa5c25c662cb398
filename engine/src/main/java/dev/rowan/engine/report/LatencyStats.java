package dev.rowan.engine.report;

import dev.rowan.json.JsonObject;
import dev.rowan.landscape.record.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// A latency histogram with the buckets of [Sample#LATENCY_MILLIS]. Percentiles are interpolated within a bucket.
public record LatencyStats(List<Long> counts) {
    public static final LatencyStats NONE = new LatencyStats(List.of());
    private static final List<Integer> BOUNDS = Sample.LATENCY_MILLIS;

    public LatencyStats {
        counts = List.copyOf(counts);
    }

    public long count() {
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

    /// The position of a percentile among the buckets: 2.5 is the middle of the third.
    public OptionalDouble position(double percentile) {
        long all = count();
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

    /// The same in seconds; empty also beyond the last bound.
    public OptionalDouble seconds(double percentile) {
        OptionalDouble position = position(percentile);
        if (position.isEmpty()) {
            return position;
        }
        int index = Math.min((int) Math.ceil(position.getAsDouble()) - 1, counts.size() - 1);
        index = Math.max(index, 0);
        if (index >= BOUNDS.size()) {
            return OptionalDouble.empty();
        }
        double low = index == 0 ? 0 : BOUNDS.get(index - 1);
        double part = position.getAsDouble() - index;
        return OptionalDouble.of((low + (BOUNDS.get(index) - low) * part) / 1e3);
    }

    JsonObject json() {
        return JsonObject.object()
                .put("answers", count())
                .put(
                        "bounds_seconds",
                        BOUNDS.stream().map(millis -> millis / 1e3).toList())
                .put("counts", counts)
                .put("p50_seconds", seconds(0.5))
                .put("p95_seconds", seconds(0.95))
                .put("p99_seconds", seconds(0.99));
    }
}
