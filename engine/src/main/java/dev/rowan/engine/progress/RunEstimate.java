package dev.rowan.engine.progress;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The progress of a run: rows done of the rows in its input, and the estimated time left.
///
/// `rowsExpected` is exact once the input was read to its end; before that it is estimated from the share of the
/// input that was read, and empty if the input has no known size. `rowsPerSecond` is of the last seconds.
/// `timeLeft` assumes the pace of the last minute; it is empty while rows wait for batch services or the run is
/// paused.
public record RunEstimate(
        long rowsDone,
        OptionalLong rowsExpected,
        boolean exact,
        OptionalDouble rowsPerSecond,
        Optional<Duration> timeLeft) {
    private static final double RATE_SECONDS = 10;
    private static final double ETA_SECONDS = 60;
    /// The minimum time for an estimate.
    private static final double SHORTEST_SECONDS = 1;
    /// Two samples of one process are never this far apart.
    private static final double LONGEST_GAP_SECONDS = 60;

    /// The estimate at the last of `points`, which are in order of time, from the start of the run or of the
    /// current process. `rowsRead` and `rowsDone` may be newer.
    public static RunEstimate of(List<ProgressPoint> points, long rowsRead, long rowsDone) {
        if (points.isEmpty()) {
            return new RunEstimate(rowsDone, OptionalLong.empty(), false, OptionalDouble.empty(), Optional.empty());
        }
        ProgressPoint last = points.getLast();
        boolean exact = last.sourceSize().isPresent()
                && last.sourceDone() >= last.sourceSize().getAsLong();
        OptionalLong expected = exact ? OptionalLong.of(rowsRead) : expected(last, rowsRead);
        return new RunEstimate(
                rowsDone, expected, exact, rate(points, RATE_SECONDS), timeLeft(points, expected, rowsDone));
    }

    /// The estimate at the last of `points`.
    public static RunEstimate of(List<ProgressPoint> points) {
        return points.isEmpty()
                ? of(points, 0, 0)
                : of(points, points.getLast().rowsRead(), points.getLast().rowsEnded());
    }

    /// A run in which every row of the input is done.
    public static RunEstimate completed(long rows, OptionalDouble rowsPerSecond) {
        return new RunEstimate(rows, OptionalLong.of(rows), true, rowsPerSecond, Optional.empty());
    }

    /// The same for a run without a process.
    public RunEstimate stopped(OptionalDouble overall) {
        return new RunEstimate(rowsDone, rowsExpected, exact, overall, Optional.empty());
    }

    /// The share done, from 0 to 1.
    public OptionalDouble share() {
        if (rowsExpected.isEmpty()) {
            return OptionalDouble.empty();
        }
        long all = rowsExpected.getAsLong();
        double share = all == 0 ? 1 : Math.min(1, (double) rowsDone / all);
        return OptionalDouble.of(exact ? share : Math.min(share, 0.99));
    }

    /// The same in whole percent, rounded down: 100 only if every row is done.
    public OptionalInt percent() {
        OptionalDouble share = share();
        return share.isPresent() ? OptionalInt.of((int) Math.floor(share.getAsDouble() * 100)) : OptionalInt.empty();
    }

    private static OptionalLong expected(ProgressPoint last, long rowsRead) {
        if (last.sourceSize().isEmpty() || last.sourceDone() <= 0 || last.rowsRead() == 0) {
            return OptionalLong.empty();
        }
        double whole = (double) last.sourceSize().getAsLong() / last.sourceDone();
        return OptionalLong.of(Math.max(rowsRead, Math.round(last.rowsRead() * whole)));
    }

    private static Optional<Duration> timeLeft(List<ProgressPoint> points, OptionalLong expected, long done) {
        OptionalDouble rate = rate(points, ETA_SECONDS);
        if (points.getLast().idle() || expected.isEmpty() || rate.isEmpty() || rate.getAsDouble() <= 0) {
            return Optional.empty();
        }
        double seconds = Math.max(0, expected.getAsLong() - done) / rate.getAsDouble();
        return Optional.of(Duration.ofSeconds(Math.round(Math.min(seconds, 1e10))));
    }

    /// Rows done per second over the last seconds, or since the start if that is less.
    private static OptionalDouble rate(List<ProgressPoint> points, double window) {
        ProgressPoint last = points.getLast();
        ProgressPoint from = last;
        for (int i = points.size() - 2; i >= 0 && last.seconds() - from.seconds() < window; i--) {
            ProgressPoint earlier = points.get(i);
            if (from.seconds() - earlier.seconds() > LONGEST_GAP_SECONDS) {
                break; // nobody worked on the run meanwhile
            }
            from = earlier;
        }
        double seconds = last.seconds() - from.seconds();
        long rows = last.rowsEnded() - from.rowsEnded();
        return seconds < SHORTEST_SECONDS || rows < 0 ? OptionalDouble.empty() : OptionalDouble.of(rows / seconds);
    }
}
