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

/// Writes groups of events to the log: numbers and chains them, keeps the counts, adds a head when one is
/// due, and commits each group as one transaction, which first makes sure that the run is still this
/// writer's.
///
/// Owned by one thread at a time: the one that starts the run, then the writer's. Only `head` is read by
/// others.
final class LogWriter implements AutoCloseable {
    static final int EVENTS_PER_HEAD = 1_000;
    static final Duration TIME_PER_HEAD = Duration.ofSeconds(5);
    /// About what one commit adds to a write-ahead log beyond the events: the pages it began to fill before.
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
    private Confirmed confirmed;
    private @Nullable EventTable lastTable;
    private boolean released;
    private long sinceHead;
    private long lastHeadNanos;
    private volatile Optional<Head> head = Optional.empty();

    /// Where the log ended when the database last said so: its events, the leaf of the last, and the last head.
    record Confirmed(long size, String lastLeaf, Optional<Head> head) {}

    /// Goes on where the log is by `state`; a `signer` signs every head.
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
                new EventInserts(new EventInsert.Place(log, guard.epoch(), session.connection(), session.dialect()));
        this.answers = new AnswerGuard(log, session.connection());
        this.reserves = new JobReserves(log, session.connection());
        this.lastHeadNanos = time.nanos();
        this.confirmed = new Confirmed(chain.size(), chain.lastLeaf(), Optional.empty());
    }

    /// The log on a new connection, where it stands by `state`, after the connection of this one was lost;
    /// `committed` says whether the last group was committed.
    LogWriter continuedBy(LogState state, LeaseGuard by, Session other, boolean committed) throws SQLException {
        var next = new LogWriter(state, by, other, time, faults, signer);
        next.head = committed ? head : confirmed.head();
        next.confirmed = new Confirmed(state.chain().size(), state.chain().lastLeaf(), next.head);
        next.released = committed && released;
        next.sinceHead = state.sinceHead();
        return next;
    }

    /// Writes the group and commits; with no events, a head or a renewal of the lease if one is due. Gives
    /// about how many bytes.
    long write(List<Event> group) throws SQLException {
        boolean headDue = untilHead().map(left -> !left.isPositive()).orElse(false);
        if (group.isEmpty() && !headDue && guard.untilRenewal().isPositive()) {
            return 0;
        }
        session.begin();
        faults.at(FaultPoint.COMMIT_BEGUN);
        guard.check();
        long bytes = append(group);
        if (headDue && sinceHead > 0) {
            addHead();
        }
        commit();
        return bytes;
    }

    /// Adds the group to the transaction that was begun.
    long append(List<Event> group) throws SQLException {
        reserves.tell(group, tally.calls());
        long bytes = COMMIT_BYTES;
        for (Event event : group) {
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

    /// The end is followed by its head; and whoever sees it sees that the run may be taken over.
    private void end(Event event) throws SQLException {
        if (sinceHead > 0) {
            addHead();
        }
        if (RunEvents.isFinal(event) || tally.rowsRead() == 0) {
            SinkLocks.release(session, log.runNo());
        }
        guard.release();
        released = true;
    }

    /// Hands all that was appended to the transaction.
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

    /// Whether the lease was given back with the run's end.
    boolean isReleased() {
        return released;
    }

    /// The last event that was appended since the last commit, which may or may not be in the database.
    Optional<Appended> lastAppended() {
        return lastTable == null || chain.size() == confirmed.size()
                ? Optional.empty()
                : Optional.of(new Appended(lastTable, chain.size() - 1, chain.lastLeaf()));
    }

    /// An event by its table, its number and its leaf in hex.
    record Appended(EventTable table, long seq, String leaf) {}

    /// How long nothing needs to be written if nothing happens.
    Duration idleFor() {
        Duration renewal = guard.untilRenewal();
        return untilHead().filter(head -> head.compareTo(renewal) < 0).orElse(renewal);
    }

    /// Gives the run back if it was not with its end.
    void release() throws SQLException {
        if (!released) {
            session.begin();
            guard.release();
            session.commit();
        }
    }

    /// How long until a head is due by time; empty while nothing has happened since the last one.
    private Optional<Duration> untilHead() {
        return sinceHead == 0 ? Optional.empty() : Optional.of(TIME_PER_HEAD.minusNanos(time.nanos() - lastHeadNanos));
    }

    /// The latest head written; it is committed when the group that it belongs to is.
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
                time.instant().truncatedTo(ChronoUnit.MICROS));
        Head next = signer.map(key -> key.sign(plain)).orElse(plain);
        add(RunEvents.head(next, chain.subtrees(), tally));
        sinceHead = 0;
        lastHeadNanos = time.nanos();
        head = Optional.of(next);
    }

    private static boolean isEnd(Event event) {
        return event.table() == EventTable.RUN_EVENT && RunEvents.RUN_ENDED.equals(event.facts()[0]);
    }

    /// Closes the statements; the session and the lease stay with whoever opened them.
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
