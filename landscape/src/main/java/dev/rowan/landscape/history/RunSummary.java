package dev.rowan.landscape.history;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.record.RunEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A run as a line of `rowan runs` and the body of `rowan status`.
///
/// `status` is [#RUNNING] while a live process owns the run; otherwise that of
/// [dev.rowan.landscape.record.RunEnd.Status], or [#KILLED] if no end is recorded. `lastEvent` is the time of the
/// last event. `outcomes` counts tokens; `rowsDerived` rows were made by
/// aggregates. `simulated`
/// tells whether its services were simulated and nothing was charged. `resumed` counts resumes; the end is that of
/// the last one. `awaiting` is the number of rows waiting for batch services: exact if a row waits for one call at
/// a time. `jobs` counts batch jobs by step.
public record RunSummary(
        String runId,
        String name,
        String status,
        Optional<String> why,
        Instant started,
        Optional<Instant> ended,
        Instant lastEvent,
        long rowsRead,
        long rowsEnded,
        Map<Outcome, Long> outcomes,
        Map<String, Long> sinkRows,
        Map<String, Long> reasons,
        String source,
        Optional<String> pipelineFile,
        String rowanVersion,
        String operator,
        long events,
        String root,
        CallTotals calls,
        boolean simulated,
        long resumed,
        long awaiting,
        Map<String, Long> jobs,
        long rowsDerived) {
    public static final String RUNNING = "running";
    public static final String KILLED = "killed";
    public static final String WAITING = RunEnd.Status.WAITING.word();
    private static final String COMPLETED = RunEnd.Status.COMPLETED.word();

    /// The [#statusText] of a completed run in which every row failed.
    public static final String ALL_FAILED = COMPLETED + ", all failed";

    public RunSummary {
        jobs = Collections.unmodifiableMap(new TreeMap<>(jobs));
    }

    /// The rows that were read or derived and have no outcome.
    public long rowsOpen() {
        return rowsRead + rowsDerived - rowsEnded;
    }

    /// From start to end; empty without an end.
    public Optional<Duration> duration() {
        return ended.map(end -> Duration.between(started, end));
    }

    /// Whether it was left while batch services still work.
    public boolean isWaiting() {
        return status.equals(WAITING);
    }

    /// Whether it was abandoned in favor of another run that has its output now.
    public boolean isAbandoned() {
        return status.equals(RunEnd.Status.ABANDONED.word());
    }

    /// The status for display; a completed run in which no row passed says so.
    public String statusText() {
        return statusText(status, outcomes);
    }

    /// The status for display of a run with this status and these outcomes.
    public static String statusText(String status, Map<Outcome, Long> outcomes) {
        return status.equals(COMPLETED) && isAllFailed(outcomes) ? ALL_FAILED : status;
    }

    private static boolean isAllFailed(Map<Outcome, Long> outcomes) {
        long failed = 0;
        long all = 0;
        for (Map.Entry<Outcome, Long> outcome : outcomes.entrySet()) {
            all += outcome.getValue();
            failed += switch (outcome.getKey()) {
                case FAILED, QUARANTINED, INDETERMINATE -> outcome.getValue();
                case COMPLETED, BLOCKED, DISCARDED, SPLIT, MERGED -> 0;
            };
        }
        return all > 0 && failed == all;
    }

    /// Whether every row of the source has its outcome.
    public boolean isCompleted() {
        return status.equals(COMPLETED);
    }
}
