package dev.rowan.web.compare;

import java.time.Duration;
import java.util.Optional;

/// A histogram of latencies with buckets of one percent. Owned by one thread.
final class Latencies {
    private static final double STEP = Math.log(1.01);

    private final long[] buckets = new long[4096];
    private long count;

    void add(long micros) {
        int bucket = (int) (Math.log((double) Math.max(1, micros)) / STEP);
        buckets[Math.min(bucket, buckets.length - 1)]++;
        count++;
    }

    /// The time that this share of the rows took at most.
    Optional<Duration> quantile(double share) {
        if (count == 0) {
            return Optional.empty();
        }
        long wanted = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        int bucket = 0;
        while (seen + buckets[bucket] < wanted) {
            seen += buckets[bucket++];
        }
        return Optional.of(Duration.ofNanos((long) (Math.exp((bucket + 0.5) * STEP) * 1_000)));
    }
}
