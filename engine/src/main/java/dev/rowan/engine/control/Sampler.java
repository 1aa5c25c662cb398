package dev.rowan.engine.control;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.function.Supplier;

/// Records samples of a run: about every second, in a long run less often, and once at its end. Owned by the
/// run's own thread.
public final class Sampler {
    private static final long SHORTEST = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST = Duration.ofSeconds(10).toNanos();
    /// A run has about this many samples per order of magnitude of its length.
    private static final long SHARE = 600;

    private final Supplier<Sample> figures;
    private final LandscapeRecorder recorder;
    private final Time time;
    private final long started;
    private long last;

    public Sampler(Supplier<Sample> figures, LandscapeRecorder recorder, Time time) {
        this.figures = figures;
        this.recorder = recorder;
        this.time = time;
        this.started = time.nanos();
        this.last = started;
    }

    /// The interval to the next sample, in a run that has taken so long.
    static long interval(long elapsed) {
        return Math.clamp(elapsed / SHARE, SHORTEST, LONGEST);
    }

    /// Records a sample if one is due.
    public void poll() throws InterruptedException {
        long now = time.nanos();
        if (now - last >= interval(now - started)) {
            last = now;
            note();
        }
    }

    /// Records a sample now.
    public void note() throws InterruptedException {
        recorder.record(
                new LogEntry.RunNoted(Sample.NOTE, time.instant(), figures.get().facts()));
    }
}
