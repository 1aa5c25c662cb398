package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.ChainEvents.ChainEnd;
import dev.rowan.landscape.lease.Lease;
import dev.rowan.landscape.lease.LeaseGuard;
import dev.rowan.landscape.lease.WriterLeases;
import dev.rowan.landscape.lease.WriterLeases.WriterRow;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The chains of a run's writers beside its owner: begins their epochs and seals them, all in the current
/// transaction of a session. Owned by one thread.
final class WriterChains {
    private static final int FIRST_EPOCH = 1;

    private final Database database;
    private final Session session;
    private final Time time;
    private final Faults faults;
    private final WriterLeases leases;

    WriterChains(Database database, Session session, Time time, Faults faults) {
        this.database = database;
        this.session = session;
        this.time = time;
        this.faults = faults;
        this.leases = new WriterLeases(session);
    }

    /// Begins the next epoch of a writer and ends the attempts that the one before left open. Returns the writer of
    /// its chain; nothing is committed yet.
    LogWriter join(LogKey log, int runEpoch) throws SQLException {
        leases.requireRunning(log, runEpoch);
        return begin(log, leases.take(log), runEpoch, Optional.empty());
    }

    /// Stops the writer of a chain as [#join] does, without a new one; `by` is the writer that stops it. The run
    /// must be held in `runEpoch`.
    void fence(LogKey log, int runEpoch, int by) throws SQLException {
        stop(log, leases.fence(log), runEpoch, by);
    }

    private void stop(LogKey log, Lease fence, int runEpoch, int by) throws SQLException {
        LogWriter writer = begin(log, fence, runEpoch, Optional.of(by));
        writer.flush();
        writer.closeStatements();
    }

    private LogWriter begin(LogKey log, Lease lease, int runEpoch, Optional<Integer> by) throws SQLException {
        LogState state = lease.epoch() == FIRST_EPOCH ? LogState.empty(log) : new LogTail(log, session).read();
        var guard = new LeaseGuard(database, session, lease, time);
        var open = new OpenAttempts(log, session).all(state.tally().calls());
        var epoch = new ChainEvents.Epoch(lease.epoch(), runEpoch, open.size(), seen(log.of(LogKey.OWNER)));
        Instant now = time.instant();
        var events = new ArrayList<Event>();
        open.forEach(attempt -> events.add(CallEvents.ended(attempt.asUnknown(now))));
        events.add(by.map(writer -> ChainEvents.fenced(epoch, writer, now))
                .orElseGet(() -> ChainEvents.joined(epoch, now)));
        unspent(log, state, now).ifPresent(events::add);
        // Heads of these chains are not signed: the seal of the run covers them.
        var writer = new LogWriter(state, guard, session, time, faults, Optional.empty());
        writer.append(events);
        writer.addHead();
        return writer;
    }

    /// Returns what the epoch before neither spent nor may have spent.
    private Optional<Event> unspent(LogKey log, LogState state, Instant now) throws SQLException {
        var table = new AllowanceTable(session, log);
        Optional<CostPool.State> pool = table.lock();
        if (pool.isEmpty()) {
            return Optional.empty();
        }
        long spent = state.tally().calls().totals().atMost().pico();
        long before = pool.get().allowance().pico();
        return before <= spent
                ? Optional.empty()
                : Optional.of(ChainEvents.allowance(
                        AllowanceTable.change(pool.get(), log.writer(), before, spent, spent), now));
    }

    /// The last rare event of a chain that this transaction sees. The chain may be written meanwhile.
    long seen(LogKey chain) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT max(event_id) FROM run_event WHERE event_id BETWEEN ? AND ?")) {
            select.setLong(1, chain.firstId());
            select.setLong(2, chain.lastId());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return LogKey.seq(row.getLong(1));
            }
        }
    }

    /// The number of the last event of a chain, in whatever table.
    long end(LogKey chain) throws SQLException {
        long last = 0;
        for (EventTable table : EventTable.values()) {
            try (PreparedStatement select = session.connection()
                    .prepareStatement(
                            "SELECT max(event_id) FROM " + table.table() + " WHERE event_id BETWEEN ? AND ?")) {
                select.setLong(1, chain.firstId());
                select.setLong(2, chain.lastId());
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    last = Math.max(last, row.getLong(1));
                }
            }
        }
        return LogKey.seq(last);
    }

    /// The present epoch of a writer.
    int epoch(LogKey log) throws SQLException {
        return leases.all(log.runNo()).stream()
                .filter(row -> row.writer() == log.writer())
                .findFirst()
                .map(WriterRow::epoch)
                .orElse(0);
    }

    /// Stops every writer of the run that has not closed its chain, or left attempts open; returns the states of
    /// all chains. The owner must hold its lease exclusively, or in an epoch in which no writer has joined yet.
    List<LogState> stopAll(LogKey owner, int runEpoch) throws SQLException {
        var states = new ArrayList<LogState>();
        var fenced = new LinkedHashMap<LogKey, Lease>();
        List<WriterRow> rows = leases.all(owner.runNo());
        for (WriterRow row : rows) {
            LogKey log = owner.of(row.writer());
            LogState state = new LogTail(log, session).read();
            if (!row.released() || state.tally().calls().totals().openInRealTime() > 0) {
                fenced.put(log, leases.fence(log)); // all of them before money is returned, whose row is locked last
            }
        }
        for (Map.Entry<LogKey, Lease> each : fenced.entrySet()) {
            stop(each.getKey(), each.getValue(), runEpoch, LogKey.OWNER);
        }
        for (WriterRow row : rows) {
            states.add(new LogTail(owner.of(row.writer()), session).read());
        }
        return states;
    }

    /// The ends of the chains with these states.
    static List<ChainEnd> ends(List<LogState> states) {
        return states.stream()
                .map(state -> new ChainEnd(
                        state.log().writer(),
                        state.chain().size(),
                        state.chain().root(),
                        state.chain().lastLeaf()))
                .toList();
    }
}
