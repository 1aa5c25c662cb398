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
/// `status` is [#RUNNING] while someone who lives holds the run; else the word of
/// [dev.rowan.landscape.record.RunEnd.Status], or [#KILLED] when no end is recorded. `lastEvent` tells how
/// long ago something happened. `outcomes` counts tokens; rows read without an outcome are `rowsRead` minus
/// `rowsEnded`. `simulated` says that its services were simulated: nothing was paid. `resumed` counts how
/// often it was gone on with; its end is then that of the last time. `awaiting` is the number of rows that
/// wait for batch services: exact where a row waits for one call at a time. `jobs` counts the run's jobs by
/// the step that each stands at.
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
        Map<String, Long> jobs) {
    public static final String RUNNING = "running";
    public static final String KILLED = "killed";
    public static final String WAITING = RunEnd.Status.WAITING.word();
    private static final String COMPLETED = RunEnd.Status.COMPLETED.word();

    /// The [#statusWords] of a run that is completed and in which every row failed.
    public static final String ALL_FAILED = COMPLETED + ", all failed";

    public RunSummary {
        jobs = Collections.unmodifiableMap(new TreeMap<>(jobs));
    }

    /// A run without jobs of batch services.
    public RunSummary(
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
            long resumed) {
        this(
                runId,
                name,
                status,
                why,
                started,
                ended,
                lastEvent,
                rowsRead,
                rowsEnded,
                outcomes,
                sinkRows,
                reasons,
                source,
                pipelineFile,
                rowanVersion,
                operator,
                events,
                root,
                calls,
                simulated,
                resumed,
                0,
                Map.of());
    }

    /// A run that was never gone on with.
    public RunSummary(
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
            boolean simulated) {
        this(
                runId,
                name,
                status,
                why,
                started,
                ended,
                lastEvent,
                rowsRead,
                rowsEnded,
                outcomes,
                sinkRows,
                reasons,
                source,
                pipelineFile,
                rowanVersion,
                operator,
                events,
                root,
                calls,
                simulated,
                0);
    }

    /// A run that made no calls.
    public RunSummary(
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
            String root) {
        this(
                runId,
                name,
                status,
                why,
                started,
                ended,
                lastEvent,
                rowsRead,
                rowsEnded,
                outcomes,
                sinkRows,
                reasons,
                source,
                pipelineFile,
                rowanVersion,
                operator,
                events,
                root,
                CallTotals.NONE,
                false);
    }

    /// From start to end; empty while there is no end.
    public Optional<Duration> duration() {
        return ended.map(end -> Duration.between(started, end));
    }

    /// Whether it was left while batch services still work.
    public boolean isWaiting() {
        return status.equals(WAITING);
    }

    /// Whether it was given up unfinished, for another run that has its output now.
    public boolean isAbandoned() {
        return status.equals(RunEnd.Status.ABANDONED.word());
    }

    /// The status for people: one that is completed says so when not a single row has passed.
    public String statusWords() {
        return statusWords(status, outcomes);
    }

    /// The same of a run with this status and these outcomes.
    public static String statusWords(String status, Map<Outcome, Long> outcomes) {
        return status.equals(COMPLETED) && isAllFailed(outcomes) ? ALL_FAILED : status;
    }

    /// Whether rows have ended and each of them failed, was quarantined or is indeterminate.
    public boolean isAllFailed() {
        return isAllFailed(outcomes);
    }

    private static boolean isAllFailed(Map<Outcome, Long> outcomes) {
        long failed = 0;
        long all = 0;
        for (Map.Entry<Outcome, Long> outcome : outcomes.entrySet()) {
            all += outcome.getValue();
            failed += switch (outcome.getKey()) {
                case FAILED, QUARANTINED, INDETERMINATE -> outcome.getValue();
                case COMPLETED, BLOCKED, DISCARDED -> 0;
            };
        }
        return all > 0 && failed == all;
    }

    /// Whether every row of the source has its outcome.
    public boolean isCompleted() {
        return status.equals(COMPLETED);
    }
}
