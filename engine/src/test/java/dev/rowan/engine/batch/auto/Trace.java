package dev.rowan.engine.batch.auto;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// The job latencies of one run, drawn from a seed: lognormal with a median of an hour and a 99th percentile of
/// 20 h; one in ten never completes and expires after 24 h, partly done.
///
/// A job processes its calls evenly from its creation to its end; one that expires stops at `done` of them.
record Trace(Duration deadline, List<Delay> delays) {
    private static final double SIGMA = Math.log(20) / 2.3263;
    private static final Duration WINDOW = Duration.ofHours(24);

    /// When a job ends, and the share of its calls done by then.
    record Delay(Duration end, double done) {

        double doneAfter(Duration time) {
            double share = Math.min(1, (double) time.toMillis() / Math.max(1, end.toMillis()));
            return share * done;
        }
    }

    static Trace of(long seed, int jobs) {
        var random = new SplittableRandom(seed);
        Duration deadline = Duration.ofMillis((long) (random.nextDouble(2, 26) * 3_600_000));
        List<Delay> delays = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            if (random.nextDouble() < 0.1) {
                delays.add(new Delay(WINDOW, random.nextDouble()));
            } else {
                double hours = Math.exp(random.nextGaussian() * SIGMA);
                Duration end = Duration.ofMillis((long) (hours * 3_600_000));
                delays.add(
                        end.compareTo(WINDOW) < 0
                                ? new Delay(end, 1)
                                : new Delay(WINDOW, WINDOW.toMillis() / (double) end.toMillis()));
            }
        }
        return new Trace(deadline, delays);
    }
}
