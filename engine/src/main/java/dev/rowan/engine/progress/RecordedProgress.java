package dev.rowan.engine.progress;

import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/// The recorded progress of a run: its samples and its batch jobs.
public record RecordedProgress(RunEstimate estimate, RunWaits waits) {

    /// A sample and the time of its note.
    public record TimedSample(Instant at, Sample sample) {}

    /// `samples` are in order of time; `clock` formats a time of day.
    public static RecordedProgress of(
            RunSummary run,
            List<TimedSample> samples,
            List<JobReport> jobs,
            Instant now,
            Function<Instant, String> clock) {
        return new RecordedProgress(estimate(run, samples), waits(run, samples, jobs, now, clock));
    }

    private static RunEstimate estimate(RunSummary run, List<TimedSample> samples) {
        boolean running = run.status().equals(RunSummary.RUNNING);
        if (run.isCompleted()) {
            return RunEstimate.completed(run.rowsEnded(), overall(run));
        }
        List<ProgressPoint> points = samples.stream()
                .map(one -> ProgressPoint.of(seconds(Duration.between(run.started(), one.at())), one.sample()))
                .toList();
        RunEstimate estimate = RunEstimate.of(points, run.rowsRead(), run.rowsEnded());
        return running ? estimate : estimate.stopped(overall(run));
    }

    /// Rows per second over the whole time of a run that was never resumed.
    private static OptionalDouble overall(RunSummary run) {
        double seconds = seconds(Duration.between(run.started(), run.ended().orElse(run.lastEvent())));
        return seconds <= 0 || run.resumed() > 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(run.rowsEnded() / seconds);
    }

    private static RunWaits waits(
            RunSummary run,
            List<TimedSample> samples,
            List<JobReport> jobs,
            Instant now,
            Function<Instant, String> clock) {
        boolean running = run.status().equals(RunSummary.RUNNING);
        Optional<TimedSample> last = samples.isEmpty() || !running ? Optional.empty() : Optional.of(samples.getLast());
        Duration age = last.map(one -> Duration.between(one.at(), now))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO);
        return new RunWaits(
                last.flatMap(one -> one.sample().head()),
                last.map(one -> one.sample().waitingToLeave()).orElse(0L),
                running ? jobs.stream().flatMap(job -> job.waits().stream()).toList() : List.of(),
                age,
                clock);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
