package dev.rowan.cli.run;

import dev.rowan.engine.run.RunProgress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;

/// The pace of the last seconds: rows that left and source that was read. Owned by the thread that shows progress.
final class Pace {
    private static final long SPAN = Duration.ofSeconds(10).toNanos();
    private static final long SETTLED = Duration.ofSeconds(1).toNanos();

    private record Sample(long nanos, long rows, long source) {}

    private final String name;
    private final long started;
    private final Deque<Sample> samples = new ArrayDeque<>();

    Pace(String name, long started) {
        this.name = name;
        this.started = started;
        samples.add(new Sample(started, 0, 0));
    }

    Moment moment(RunProgress.Snapshot counts, long nanos, boolean stopping) {
        samples.addLast(new Sample(nanos, counts.rowsEnded(), counts.sourceDone()));
        while (samples.size() > 2 && nanos - samples.getFirst().nanos() > SPAN) {
            samples.removeFirst();
        }
        Sample first = samples.getFirst();
        double seconds = Math.max(1e-9, (nanos - first.nanos()) / 1e9);
        return new Moment(
                name,
                counts,
                Duration.ofNanos(nanos - started),
                (counts.rowsEnded() - first.rows()) / seconds,
                share(counts),
                nanos - started < SETTLED || stopping
                        ? Optional.empty()
                        : left(counts, (counts.sourceDone() - first.source()) / seconds),
                stopping);
    }

    private static OptionalDouble share(RunProgress.Snapshot counts) {
        long size = counts.sourceSize().orElse(0);
        return size > 0 ? OptionalDouble.of(Math.min(1, (double) counts.sourceDone() / size)) : OptionalDouble.empty();
    }

    /// Nobody knows how long a batch service takes, so while rows wait for one there is nothing to tell.
    private static Optional<Duration> left(RunProgress.Snapshot counts, double sourcePerSecond) {
        if (counts.sourceSize().isEmpty() || sourcePerSecond <= 0 || counts.parked() > 0) {
            return Optional.empty();
        }
        long rest = Math.max(0, counts.sourceSize().getAsLong() - counts.sourceDone());
        return Optional.of(Duration.ofSeconds(Math.round(rest / sourcePerSecond)));
    }
}
