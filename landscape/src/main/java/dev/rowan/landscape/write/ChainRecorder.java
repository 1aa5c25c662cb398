package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeOutage;
import dev.rowan.landscape.SplitRecorder;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.WriterEpoch;
import dev.rowan.landscape.lease.WriterLeases;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.record.SplitRange;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.write.SplitTable.Held;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Records one writer's chain: a [GroupRecorder] on it, and the opening of splits.
///
/// The thread that opens a split looks at it, and fences its last holder, in a session of its own; `recorder` has
/// the only other one.
final class ChainRecorder implements SplitRecorder {
    private final GroupRecorder recorder;
    private final Database database;
    private final ReconnectPolicy reconnects;
    private final LogKey log;
    private final int epoch;
    private final int runEpoch;
    private final Time time;
    private final Faults faults;

    /// Takes ownership of `recorder`, which records `log` in `epoch` for a run in `runEpoch`.
    ChainRecorder(
            GroupRecorder recorder,
            Database database,
            ReconnectPolicy reconnects,
            LogKey log,
            int epoch,
            int runEpoch,
            Time time,
            Faults faults) {
        this.recorder = recorder;
        this.database = database;
        this.reconnects = reconnects;
        this.log = log;
        this.epoch = epoch;
        this.runEpoch = runEpoch;
        this.time = time;
        this.faults = faults;
    }

    @Override
    public int epoch() {
        return epoch;
    }

    @Override
    public CostPool costPool(Usd cap) throws InterruptedException {
        return recorder.costPool(cap);
    }

    @Override
    public Opening open(SplitRange split) throws InterruptedException {
        Predecessor before = reconnects.retry(() -> stopHolder(split));
        if (before.held().filter(Held::done).isPresent()) {
            return Opening.DONE;
        }
        Optional<WriterEpoch> from = before.held().map(Held::holder);
        recorder.awaitCommitted(recorder.put(ChainEvents.opened(split, from, before.seen(), time.instant())));
        return from.isPresent() ? Opening.AGAIN : Opening.NEW;
    }

    /// The split as it was held before. If it is open, `seen` are the last events of the owner's chain, which has the
    /// ends of calls in batch jobs, and of its holder's, if that is another writer.
    private record Predecessor(Optional<Held> held, Map<Integer, Long> seen) {}

    /// Makes sure that nobody works on the split, unless it is done. Can be repeated.
    private Predecessor stopHolder(SplitRange split) {
        try (Session session = database.open()) {
            database.prepareWriter(session);
            Optional<Held> held = session.inTransaction(_ -> new SplitTable(session, log).read(split.split()));
            var seen = new HashMap<Integer, Long>();
            if (held.isPresent() && !held.get().done()) {
                WriterEpoch holder = held.get().holder();
                stop(holder, split, session).ifPresent(last -> seen.put(holder.writer(), last));
                seen.put(LogKey.OWNER, session.inTransaction(_ -> ownerEnd(session)));
            }
            return new Predecessor(held, seen);
        } catch (SQLException error) {
            throw database.explain("opening a split", error);
        }
    }

    private long ownerEnd(Session session) throws SQLException {
        return new WriterChains(database, session, time, faults).end(log.of(LogKey.OWNER));
    }

    /// Makes sure that the last holder of a split writes no more in its epoch; returns the last rare event of its
    /// chain, unless that is this one.
    private Optional<Long> stop(WriterEpoch holder, SplitRange split, Session session) throws SQLException {
        if (holder.writer() == log.writer()) {
            if (holder.epoch() >= epoch) {
                throw new LandscapeException("split " + split.split() + " is open already in writer " + log.writer());
            }
            return Optional.empty();
        }
        return session.inTransaction(_ -> {
            var chains = new WriterChains(database, session, time, faults);
            new WriterLeases(session).requireRunning(log, runEpoch);
            if (chains.epoch(log) != epoch) {
                throw new LandscapeException("another process has joined as writer " + log.writer() + " of run "
                        + log.runId() + "; nothing is opened here");
            }
            LogKey other = log.of(holder.writer());
            if (chains.epoch(other) == holder.epoch()) {
                chains.fence(other, runEpoch, log.writer());
            }
            return Optional.of(chains.seen(other)); // at least the event that ended the holder's epoch
        });
    }

    @Override
    public long record(LogEntry entry) throws InterruptedException {
        return recorder.record(entry);
    }

    @Override
    public long record(List<? extends LogEntry> together) throws InterruptedException {
        return recorder.record(together);
    }

    @Override
    public void awaitCommitted(long number) throws InterruptedException {
        recorder.awaitCommitted(number);
    }

    @Override
    public void awaitCommitted(long number, Duration delay) throws InterruptedException {
        recorder.awaitCommitted(number, delay);
    }

    @Override
    public Optional<LandscapeOutage> outage() {
        return recorder.outage();
    }

    @Override
    public void shortenOutage(Duration most) {
        recorder.shortenOutage(most);
    }

    @Override
    public Head end(RunEnd end) {
        throw new UnsupportedOperationException("a run is ended by its owner, not by writer " + log.writer());
    }

    @Override
    public void close() {
        recorder.close();
    }
}
