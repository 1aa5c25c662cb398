package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.control.Sampler;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.progress.WriterSamples;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What the owner of a run with several writers observes while they work: it adds up their samples and records the sum
/// as its own. Owned by the thread inside [SplitRun#run].
final class SplitMonitor {
    /// No row is in flight.
    static final RunProgress.LiveState IDLE = ended(0);

    private final LandscapeReader reader;
    private final String runId;
    private final long rows;
    private final WriterSamples writers;
    private final Sampler sampler;
    private boolean paused;
    private Sample latest;

    /// The input has `rows`.
    SplitMonitor(LandscapeReader reader, LandscapeRecorder recorder, String runId, long rows, Time time) {
        this.reader = reader;
        this.runId = runId;
        this.rows = rows;
        this.writers = new WriterSamples(reader, runId);
        this.sampler = new Sampler(() -> latest, recorder, time);
        this.latest = sum(reader.runs().summary(runId));
    }

    private Sample sum(RunSummary summary) {
        Optional<Usd> cap = reader.splits().cap(runId).filter(shared -> !shared.equals(Usd.MAX));
        return writers.sum(summary, OptionalLong.of(rows), cap, paused);
    }

    /// No row is in flight, and so many wait for batch services.
    static RunProgress.LiveState ended(long parked) {
        return new RunProgress.LiveState(0, 0, (int) parked, false, Optional.empty(), Optional.empty());
    }

    /// The last sum.
    Sample latest() {
        return latest;
    }

    /// Counts the calls that the owner has made in batch jobs.
    void readOwnerCalls() {
        writers.readOwnerCalls();
    }

    /// The progress now; records a sample if one is due. `jobs` are those of the owner.
    RunProgress.Snapshot poll(boolean isPaused, List<JobProgress> jobs) throws InterruptedException {
        boolean changed = paused != isPaused;
        RunProgress.Snapshot now = read(isPaused, jobs);
        if (changed) {
            sampler.note(); // observers see a pause immediately
        } else {
            sampler.poll();
        }
        return now;
    }

    /// The progress when no writer works any more; records the last sample.
    RunProgress.Snapshot end(boolean isPaused, List<JobProgress> jobs) throws InterruptedException {
        RunProgress.Snapshot now = read(isPaused, jobs);
        sampler.note();
        return now;
    }

    private RunProgress.Snapshot read(boolean isPaused, List<JobProgress> jobs) {
        paused = isPaused;
        RunSummary summary = reader.runs().summary(runId);
        latest = sum(summary);
        var live = new RunProgress.LiveState(
                (int) latest.inFlight(),
                (int) latest.waitingToLeave(),
                (int) latest.parked(),
                paused,
                Optional.empty(),
                latest.head());
        return snapshot(summary, rows, live, jobs);
    }

    /// The progress by the record of a run, whose input has `rows`.
    static RunProgress.Snapshot snapshot(
            RunSummary summary, long rows, RunProgress.LiveState live, List<JobProgress> jobs) {
        var counted = new RunProgress();
        counted.continueFrom(summary);
        counted.sourceOpened(OptionalLong.of(rows));
        counted.sourceAt(summary.rowsRead());
        return counted.snapshot(
                live, CallStatistics.after(summary.calls(), Optional.empty()).recorded(), jobs);
    }
}
