package dev.rowan.engine.progress;

import dev.rowan.api.Outcome;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.Sample;
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

/// The counters of a run's progress.
///
/// Shared state: counters that only increase. The sum of `ended` over outcomes follows `rowsRead` as rows are
/// released.
public final class RunProgress {
    private final AtomicLong rowsRead = new AtomicLong();
    private final AtomicLong rowsDerived = new AtomicLong();
    private final AtomicLong rowsWritten = new AtomicLong();
    private final AtomicLong undurable = new AtomicLong();
    private final AtomicLong rowsEnded = new AtomicLong();
    private final AtomicLong sourceProgress = new AtomicLong();
    private final AtomicLong sourceSize = new AtomicLong(-1);
    private final AtomicLong rowLimit = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong endedBefore = new AtomicLong();
    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, LongAdder> sinks = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();
    private final AtomicLong reorderMicros = new AtomicLong();

    public RunProgress() {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
    }

    /// The figures at one moment. `rowsEnded` counts the rows that are durable in their sinks and have an
    /// outcome, `undurable` those that were written to a sink that makes rows durable in parts. `sourceDone` is
    /// from 0 to `sourceSize`, in the source's own unit. `parked` is the number of rows that wait for batch
    /// services, `jobs` are their jobs; `landscape` is present while the run waits for its database. `head` is
    /// the row that finished rows wait behind; `endedBefore` is how many rows ended in earlier processes of the
    /// run; aggregates made `rowsDerived` of all.
    public record Snapshot(
            long rowsRead,
            long rowsEnded,
            long inFlight,
            long waitingToLeave,
            long undurable,
            Map<Outcome, Long> outcomes,
            Map<String, Long> sinks,
            Map<String, Long> reasons,
            long sourceDone,
            OptionalLong sourceSize,
            CallStatistics.Snapshot calls,
            long parked,
            List<BatchServices.JobProgress> jobs,
            boolean paused,
            Optional<LandscapeOutage> landscape,
            Optional<Sample.HeadRow> head,
            long endedBefore,
            long rowsDerived) {
        public Snapshot {
            jobs = List.copyOf(jobs);
        }

        /// The same, where `rows` of those that ended are not durable.
        public Snapshot withUndurable(long rows) {
            return new Snapshot(
                    rowsRead,
                    Math.max(0, rowsEnded - rows),
                    inFlight,
                    waitingToLeave,
                    rows,
                    outcomes,
                    sinks,
                    reasons,
                    sourceDone,
                    sourceSize,
                    calls,
                    parked,
                    jobs,
                    paused,
                    landscape,
                    head,
                    endedBefore,
                    rowsDerived);
        }
    }

    /// The rows in flight, finished and waiting, and parked; whether the run is paused; the outage of its
    /// database; and the row that finished rows wait behind.
    public record LiveState(
            int inFlight,
            int waitingToLeave,
            long parked,
            boolean paused,
            Optional<LandscapeOutage> landscape,
            Optional<Sample.HeadRow> head) {}

    public void sourceOpened(OptionalLong size) {
        size.ifPresent(sourceSize::set);
    }

    /// Limits the rows to read.
    public void limitTo(OptionalLong rows) {
        rows.ifPresent(rowLimit::set);
    }

    /// The source is exhausted, so that its size is known.
    public void sourceExhausted() {
        if (sourceSize.get() < 0) {
            sourceSize.set(sourceProgress.get());
        }
        sourceProgress.set(sourceSize.get());
    }

    /// Continues the counts of earlier processes of the run.
    public void continueFrom(RunSummary before) {
        rowsRead.set(before.rowsRead());
        rowsDerived.set(before.rowsDerived());
        rowsWritten.set(before.rowsEnded());
        rowsEnded.set(before.rowsEnded());
        endedBefore.set(before.rowsEnded());
        before.outcomes().forEach((outcome, count) -> counter(outcomes, outcome).add(count));
        before.sinkRows().forEach((sink, count) -> count(sinks, sink, count));
        before.reasons().forEach((reason, count) -> count(reasons, reason, count));
    }

    /// Continues at the source position of the last sample, scaled to the rows read since. A source of another
    /// size is another one.
    public void continueSource(Sample before) {
        if (before.rowsRead() > 0
                && before.sourceSize().isPresent()
                && before.sourceSize().getAsLong() == sourceSize.get()) {
            double ahead = Math.max(1, (double) rowsRead.get() / before.rowsRead());
            sourceProgress.set(Math.min(sourceSize.get(), Math.round(before.sourceDone() * ahead)));
        }
    }

    /// The source is read up to `position` by others.
    public void sourceAt(long position) {
        sourceProgress.set(position);
    }

    public void rowRead(long position) {
        rowsRead.incrementAndGet();
        sourceProgress.set(position);
    }

    public void tokenEnded(Outcome outcome, Optional<String> sink, Optional<String> reason) {
        counter(outcomes, outcome).increment();
        sink.ifPresent(name -> count(sinks, name, 1));
        reason.ifPresent(code -> count(reasons, code, 1));
    }

    /// Adds the time that rows waited for their turn.
    public void reordered(long micros) {
        reorderMicros.addAndGet(micros);
    }

    public long reorderMicros() {
        return reorderMicros.get();
    }

    /// A row was passed on to its sinks.
    public void rowWritten() {
        rowsWritten.incrementAndGet();
    }

    /// Sets how many rows are written and not durable after a sync.
    public void undurable(long rows) {
        undurable.set(rows);
    }

    public void rowEnded() {
        rowsEnded.incrementAndGet();
    }

    public long rowsRead() {
        return rowsRead.get();
    }

    /// The rows of the whole source, estimated from the share that was read; empty if its size is not known.
    public OptionalLong rowsExpected() {
        long size = sourceSize.get();
        long done = sourceProgress.get();
        long read = rowsRead();
        return size < 0 || done <= 0 || read == 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.min(rowLimit.get(), Math.max(read, Math.round((double) read * size / done))));
    }

    public long rowsEnded() {
        return rowsEnded.get();
    }

    /// An aggregate made a row.
    public void rowDerived() {
        rowsDerived.incrementAndGet();
    }

    /// Whether every row read or derived was passed on to its sinks.
    public boolean isEven() {
        return rowsWritten.get() == rowsRead.get() + rowsDerived.get();
    }

    public Snapshot snapshot(LiveState inside, CallStatistics.Snapshot calls, List<BatchServices.JobProgress> jobs) {
        var ended = new EnumMap<Outcome, Long>(Outcome.class);
        outcomes.forEach((outcome, count) -> {
            if (count.sum() > 0) {
                ended.put(outcome, count.sum());
            }
        });
        SourcePosition source = sourcePosition(rowsRead.get());
        return new Snapshot(
                rowsRead.get(),
                rowsEnded.get(),
                inside.inFlight(),
                inside.waitingToLeave(),
                undurable.get(),
                ended,
                sums(sinks),
                sums(reasons),
                source.done(),
                source.size(),
                calls,
                inside.parked(),
                jobs,
                inside.paused(),
                inside.landscape(),
                inside.head(),
                endedBefore.get(),
                rowsDerived.get());
    }

    /// How much of the source was read, and its size; in rows if a limit ends the run before the source does.
    private record SourcePosition(long done, OptionalLong size) {}

    private SourcePosition sourcePosition(long read) {
        long done = sourceProgress.get();
        long size = sourceSize.get();
        long limit = rowLimit.get();
        boolean limited = limit < Long.MAX_VALUE && (size < 0 || done <= 0 || limit < (double) read * size / done);
        if (limited) {
            return new SourcePosition(Math.min(read, limit), OptionalLong.of(limit));
        }
        return new SourcePosition(done, size < 0 ? OptionalLong.empty() : OptionalLong.of(size));
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
