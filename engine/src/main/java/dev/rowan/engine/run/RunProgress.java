package dev.rowan.engine.run;

import dev.rowan.api.Outcome;
import dev.rowan.engine.batch.Batches;
import dev.rowan.engine.call.CallTally;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.story.RunSummary;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// What a run has done so far, counted as it happens and read by whoever shows it.
///
/// Shared state: counters that only rise. The sum of `ended` over outcomes follows `rowsRead` as rows leave.
public final class RunProgress {
    private final AtomicLong rowsRead = new AtomicLong();
    private final AtomicLong rowsEnded = new AtomicLong();
    private final AtomicLong sourceProgress = new AtomicLong();
    private final AtomicLong sourceSize = new AtomicLong(-1);
    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, LongAdder> sinks = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();
    private final AtomicLong reorderMicros = new AtomicLong();

    RunProgress() {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
    }

    /// The figures at one moment. `sourceDone` is from 0 to `sourceSize`, in the source's own unit. `parked`
    /// is how many rows wait for batch services, `jobs` are the jobs there; `paused` says that someone has
    /// paused the run; `landscape` is there while the run waits for its database.
    public record Snapshot(
            long rowsRead,
            long rowsEnded,
            long inFlight,
            long waitingToLeave,
            Map<Outcome, Long> outcomes,
            Map<String, Long> sinks,
            Map<String, Long> reasons,
            long sourceDone,
            OptionalLong sourceSize,
            CallTally.Snapshot calls,
            long parked,
            List<Batches.JobState> jobs,
            boolean paused,
            Optional<LandscapeOutage> landscape) {
        public Snapshot {
            jobs = List.copyOf(jobs);
        }

        /// The figures of a run whose database can be reached.
        public Snapshot(
                long rowsRead,
                long rowsEnded,
                long inFlight,
                long waitingToLeave,
                Map<Outcome, Long> outcomes,
                Map<String, Long> sinks,
                Map<String, Long> reasons,
                long sourceDone,
                OptionalLong sourceSize,
                CallTally.Snapshot calls,
                long parked,
                List<Batches.JobState> jobs,
                boolean paused) {
            this(
                    rowsRead,
                    rowsEnded,
                    inFlight,
                    waitingToLeave,
                    outcomes,
                    sinks,
                    reasons,
                    sourceDone,
                    sourceSize,
                    calls,
                    parked,
                    jobs,
                    paused,
                    Optional.empty());
        }

        /// The figures of a run that is not paused.
        public Snapshot(
                long rowsRead,
                long rowsEnded,
                long inFlight,
                long waitingToLeave,
                Map<Outcome, Long> outcomes,
                Map<String, Long> sinks,
                Map<String, Long> reasons,
                long sourceDone,
                OptionalLong sourceSize,
                CallTally.Snapshot calls,
                long parked,
                List<Batches.JobState> jobs) {
            this(
                    rowsRead,
                    rowsEnded,
                    inFlight,
                    waitingToLeave,
                    outcomes,
                    sinks,
                    reasons,
                    sourceDone,
                    sourceSize,
                    calls,
                    parked,
                    jobs,
                    false);
        }

        /// The figures of a run without batch services.
        public Snapshot(
                long rowsRead,
                long rowsEnded,
                long inFlight,
                long waitingToLeave,
                Map<Outcome, Long> outcomes,
                Map<String, Long> sinks,
                Map<String, Long> reasons,
                long sourceDone,
                OptionalLong sourceSize,
                CallTally.Snapshot calls) {
            this(
                    rowsRead,
                    rowsEnded,
                    inFlight,
                    waitingToLeave,
                    outcomes,
                    sinks,
                    reasons,
                    sourceDone,
                    sourceSize,
                    calls,
                    0,
                    List.of());
        }
    }

    /// How many rows are where before they have left: on their way, through and waiting for their turn,
    /// parked; whether the run is paused, and the outage of its database.
    record Inside(int inFlight, int waitingToLeave, long parked, boolean paused, Optional<LandscapeOutage> landscape) {}

    void sourceOpened(OptionalLong size) {
        size.ifPresent(sourceSize::set);
    }

    /// Begins with what earlier processes of the run have done.
    void continueFrom(RunSummary before) {
        rowsRead.set(before.rowsRead());
        rowsEnded.set(before.rowsEnded());
        before.outcomes().forEach((outcome, count) -> counter(outcomes, outcome).add(count));
        before.sinkRows().forEach((sink, count) -> count(sinks, sink, count));
        before.reasons().forEach((reason, count) -> count(reasons, reason, count));
    }

    void rowRead(long position) {
        rowsRead.incrementAndGet();
        sourceProgress.set(position);
    }

    void tokenEnded(Outcome outcome, TokenEnd token) {
        counter(outcomes, outcome).increment();
        token.sink().ifPresent(sink -> count(sinks, sink, 1));
        token.failure().ifPresent(failure -> count(reasons, failure.reason().code(), 1));
    }

    /// Rows waited so long for their turn to leave, all together.
    void reordered(long micros) {
        reorderMicros.addAndGet(micros);
    }

    public long reorderMicros() {
        return reorderMicros.get();
    }

    void rowEnded() {
        rowsEnded.incrementAndGet();
    }

    public long rowsRead() {
        return rowsRead.get();
    }

    public long rowsEnded() {
        return rowsEnded.get();
    }

    /// Whether every row read has ended.
    boolean isEven() {
        return rowsEnded.get() == rowsRead.get();
    }

    Snapshot snapshot(Inside inside, CallTally.Snapshot calls, List<Batches.JobState> jobs) {
        var ended = new EnumMap<Outcome, Long>(Outcome.class);
        outcomes.forEach((outcome, count) -> {
            if (count.sum() > 0) {
                ended.put(outcome, count.sum());
            }
        });
        long size = sourceSize.get();
        return new Snapshot(
                rowsRead.get(),
                rowsEnded.get(),
                inside.inFlight(),
                inside.waitingToLeave(),
                ended,
                sums(sinks),
                sums(reasons),
                sourceProgress.get(),
                size < 0 ? OptionalLong.empty() : OptionalLong.of(size),
                calls,
                inside.parked(),
                jobs,
                inside.paused(),
                inside.landscape());
    }

    private static void count(Map<String, LongAdder> counters, String name, long more) {
        counters.computeIfAbsent(name, _ -> new LongAdder()).add(more);
    }

    private static LongAdder counter(Map<Outcome, LongAdder> counters, Outcome outcome) {
        LongAdder counter = counters.get(outcome);
        if (counter == null) {
            throw new IllegalStateException("no counter for " + outcome);
        }
        return counter;
    }

    private static Map<String, Long> sums(Map<String, LongAdder> counters) {
        var sums = new TreeMap<String, Long>();
        for (Entry<String, LongAdder> entry : counters.entrySet()) {
            sums.put(entry.getKey(), entry.getValue().sum());
        }
        return sums;
    }
}
