package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.EventCounter;
import dev.rowan.landscape.fold.RunCounts;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.lease.LeaseGuard;
import dev.rowan.landscape.seal.SigningKey;
import dev.rowan.landscape.sink.SinkLocks;
import dev.rowan.landscape.store.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes groups of events to the log: numbers and chains them, maintains the counts, adds a head when due, and
/// commits each group as one transaction that first verifies ownership of the run.
///
/// Owned by one thread at a time: first the one that starts the run, then the writer's. Other threads read only
/// `head`.
final class LogWriter implements AutoCloseable {
    static final int EVENTS_PER_HEAD = 1_000;
    static final Duration TIME_PER_HEAD = Duration.ofSeconds(5);
    /// The approximate write-ahead log overhead of a commit beyond its events: pages that were already partly full.
    private static final long COMMIT_BYTES = 40L << 10;

    private final LogKey log;
    private final LeaseGuard guard;
    private final Session session;
    private final Time time;
    private final Optional<SigningKey> signer;
    private final Chain chain;
    private final RunCounts tally;
    private final Faults faults;
    private final EventInserts inserts;
    private final AnswerGuard answers;
    private final JobReserves reserves;
    private final SplitTable splits;
    private final AllowanceTable allowances;
    private Confirmed confirmed;
    private @Nullable EventTable lastTable;
    private boolean released;
    private long othersRead;
    private long sinceHead;
    private long lastHeadNanos;
    private volatile Optional<Head> head = Optional.empty();

    /// The end of the log as last confirmed by the database: its size, the last leaf and the last head.
    record Confirmed(long size, String lastLeaf, Optional<Head> head) {}

    /// Continues the log from `state`; a `signer` signs every head.
    LogWriter(LogState state, LeaseGuard guard, Session session, Time time, Faults faults, Optional<SigningKey> signer)
            throws SQLException {
        this.log = state.log();
        this.guard = guard;
        this.session = session;
        this.time = time;
        this.signer = signer;
        this.chain = state.chain();
        this.tally = state.tally();
        this.faults = faults;
        this.inserts =
                new EventInserts(new EventInsert.Target(log, guard.epoch(), session.connection(), session.dialect()));
        this.answers = new AnswerGuard(log, session.connection());
        this.reserves = new JobReserves(log, session.connection());
        this.splits = new SplitTable(session, log);
        this.allowances = new AllowanceTable(session, log);
        this.lastHeadNanos = time.nanos();
        this.confirmed = new Confirmed(chain.size(), chain.lastLeaf(), Optional.empty());
    }

    /// Continues the log from `state` on a new connection after this one was lost; `committed` tells whether the
    /// last group was committed.
    LogWriter continuedBy(LogState state, LeaseGuard by, Session other, boolean committed) throws SQLException {
        var next = new LogWriter(state, by, other, time, faults, signer);
        next.head = committed ? head : confirmed.head();
        next.confirmed = new Confirmed(state.chain().size(), state.chain().lastLeaf(), next.head);
        next.released = committed && released;
        next.sinceHead = state.sinceHead();
        return next;
    }

    /// Writes and commits the group; an empty group writes a head or renews the lease if one is due. Returns the
    /// approximate number of bytes.
    long write(List<Event> group) throws SQLException {
        boolean headDue = untilHead().map(left -> !left.isPositive()).orElse(false);
        if (group.isEmpty() && !headDue && guard.untilRenewal().isPositive()) {
            return 0;
        }
        session.begin();
        faults.at(FaultPoint.COMMIT_BEGUN);
        if (group.stream().anyMatch(LogWriter::isEnd)) {
            guard.lock();
        } else {
            guard.check();
        }
        long bytes = append(group);
        if (headDue && sinceHead > 0) {
            addHead();
        }
        commit();
        return bytes;
    }

    /// Adds the group to the current transaction.
    long append(List<Event> group) throws SQLException {
        reserves.report(group, tally.calls());
        long bytes = COMMIT_BYTES;
        for (Event event : group) {
            splits.apply(event, guard.epoch());
        }
        for (Event event : group) {
            if (isEnd(event)) {
                sealChains();
            }
            if (!allowances.apply(event)) {
                continue;
            }
            add(event);
            bytes += event.weight();
            if (sinceHead >= EVENTS_PER_HEAD) {
                addHead();
            }
            if (isEnd(event)) {
                end(event);
            }
        }
        return bytes;
    }

    /// Stops the other writers of the run, if it has any, and seals their chains.
    private void sealChains() throws SQLException {
        List<LogState> chains = new WriterChains(guard.database(), session, time, faults).stopAll(log, guard.epoch());
        othersRead =
                chains.stream().mapToLong(chain -> chain.tally().rowsRead()).sum();
        if (!chains.isEmpty()) {
            add(ChainEvents.sealed(WriterChains.ends(chains), time.instant()));
        }
    }

    /// Follows the end by its head and releases the lease in the same transaction.
    private void end(Event event) throws SQLException {
        if (sinceHead > 0) {
            addHead();
        }
        if (RunEvents.isFinal(event) || tally.rowsRead() + othersRead == 0) {
            SinkLocks.release(session, log.runNo());
        }
        guard.release();
        released = true;
    }

    /// Sends everything appended to the database.
    void flush() throws SQLException {
        inserts.flush();
        answers.check();
    }

    void commit() throws SQLException {
        flush();
        faults.at(FaultPoint.COMMIT_READY);
        session.commit();
        confirmed = new Confirmed(chain.size(), chain.lastLeaf(), head);
        tally.calls().forgetJobs();
        faults.at(FaultPoint.COMMITTED);
    }

    Session session() {
        return session;
    }

    LogKey log() {
        return log;
    }

    LeaseGuard guard() {
        return guard;
    }

    Confirmed confirmed() {
        return confirmed;
    }

    /// Whether the lease was released with the run's end.
    boolean isReleased() {
        return released;
    }

    /// The last event appended since the last commit, which may or may not be in the database.
    Optional<Appended> lastAppended() {
        return lastTable == null || chain.size() == confirmed.size()
                ? Optional.empty()
                : Optional.of(new Appended(lastTable, chain.size() - 1, chain.lastLeaf()));
    }

    /// An event by its table, sequence number and leaf in hex.
    record Appended(EventTable table, long seq, String leaf) {}

    /// How long the writer may stay idle.
    Duration idleFor() {
        Duration renewal = guard.untilRenewal();
        return untilHead().filter(head -> head.compareTo(renewal) < 0).orElse(renewal);
    }

    /// Releases the lease unless it was released with the run's end.
    void release() throws SQLException {
        if (!released) {
            session.begin();
            guard.release();
            session.commit();
        }
    }

    /// The time until a head is due; empty without events since the last one.
    private Optional<Duration> untilHead() {
        return sinceHead == 0 ? Optional.empty() : Optional.of(TIME_PER_HEAD.minusNanos(time.nanos() - lastHeadNanos));
    }

    /// The latest head written; committed together with its group.
    Optional<Head> head() {
        return head;
    }

    private void add(Event event) throws SQLException {
        JobReserves.check(event, tally.calls());
        Link link = chain.append(event, guard.epoch());
        lastTable = event.table();
        inserts.add(event, link);
        answers.added(event, link.seq());
        EventCounter.count(event, tally);
        sinceHead++;
    }

    void addHead() throws SQLException {
        var plain = new Head(
                log.runId(),
                chain.size(),
                chain.root(),
                chain.lastLeaf(),
                time.instant().truncatedTo(ChronoUnit.MICROS),
                Optional.empty());
        Head next = signer.map(key -> key.sign(plain)).orElse(plain);
        add(RunEvents.head(next, chain.subtrees(), tally));
        sinceHead = 0;
        lastHeadNanos = time.nanos();
        head = Optional.of(next);
    }

    private static boolean isEnd(Event event) {
        return event.table() == EventTable.RUN_EVENT && RunEvents.RUN_ENDED.equals(event.facts()[0]);
    }

    /// Closes the statements, not the session or the lease.
    void closeStatements() throws SQLException {
        guard.closeStatements();
        inserts.close();
        answers.close();
        reserves.close();
    }

    @Override
    public void close() throws SQLException {
        try (guard;
                session) {
            inserts.close();
            answers.close();
            reserves.close();
        }
    }
}
