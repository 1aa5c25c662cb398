package dev.rowan.cli.history;

import dev.rowan.cli.command.EstimateText;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.cli.terminal.Figures;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.progress.RecordedProgress;
import dev.rowan.engine.progress.RecordedProgress.TimedSample;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The progress of a run, as shown by `rowan status`.
record ProgressStatus(RecordedProgress progress, boolean running) {

    static ProgressStatus of(LandscapeReader reader, RunSummary run, List<JobReport> jobs, Shell shell) {
        List<TimedSample> samples = reader.notesAfter(run.runId(), 0, Set.of(Sample.NOTE)).stream()
                .map(note -> new TimedSample(note.at(), Sample.of(note.facts())))
                .toList();
        return new ProgressStatus(
                RecordedProgress.of(
                        run, samples, jobs, shell.time().instant(), at -> Figures.timeOfDay(at, shell.zone())),
                run.status().equals(RunSummary.RUNNING));
    }

    /// Progress and waits of an active run.
    List<String> lines() {
        var lines = new ArrayList<String>();
        if (running) {
            lines.add(EstimateText.line(progress.estimate()));
            lines.addAll(progress.waits().sentences());
        }
        return lines;
    }

    CliJson addTo(CliJson json) {
        RunEstimate estimate = progress.estimate();
        return json.put(
                        "rows_expected",
                        orNull(
                                estimate.rowsExpected().isPresent(),
                                estimate.rowsExpected().orElse(0)))
                .put("rows_expected_exact", estimate.exact())
                .put(
                        "part_done",
                        orNull(estimate.share().isPresent(), estimate.share().orElse(0)))
                .put("percent_done", orNull(estimate.percent().isPresent(), (long)
                        estimate.percent().orElse(0)))
                .put("left", estimate.timeLeft())
                .put("waiting_for", progress.waits().sentences());
    }

    private static @Nullable Object orNull(boolean known, Object value) {
        return known ? value : null;
    }
}
