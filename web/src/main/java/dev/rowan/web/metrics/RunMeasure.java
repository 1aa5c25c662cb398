package dev.rowan.web.metrics;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The counters of a run for metrics. `jobs` counts batch jobs by step.
public record RunMeasure(String runId, String pipeline, String status, Sample sample, Map<String, Long> jobs) {
    private static final String SETTLED = "settled";
    /// A settled job whose files at the provider are deleted, too.
    private static final String CLEANED = "cleaned";

    public RunMeasure {
        var counts = new TreeMap<String, Long>();
        jobs.forEach((step, count) -> counts.merge(step.equals(CLEANED) ? SETTLED : step, count, Long::sum));
        jobs = Map.copyOf(counts);
    }

    /// A run of the landscape with its last sample. A run that noted none, since an older Rowan ran it or it
    /// began just now, is measured by what the landscape counts of every run.
    static RunMeasure of(RunSummary run, Optional<Sample> last) {
        return new RunMeasure(run.runId(), run.name(), run.status(), last.orElseGet(() -> counted(run)), run.jobs());
    }

    private static Sample counted(RunSummary run) {
        var outcomes = new TreeMap<String, Long>();
        run.outcomes().forEach((outcome, count) -> outcomes.put(outcome.word(), count));
        return new Sample(
                run.rowsRead(),
                run.rowsEnded(),
                Math.max(0, run.rowsOpen() - run.awaiting()),
                0,
                0,
                run.awaiting(),
                0,
                OptionalLong.empty(),
                outcomes,
                run.reasons(),
                run.calls().cost(),
                run.calls().reserved(),
                Optional.empty(),
                0,
                false,
                List.of(),
                List.of(),
                Optional.empty());
    }
}
