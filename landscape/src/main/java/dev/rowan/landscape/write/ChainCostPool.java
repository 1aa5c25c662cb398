package dev.rowan.landscape.write;

import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.lease.WriterLeases;
import dev.rowan.landscape.lease.WriterLeases.WriterRow;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run's shared budget for the writer of one chain: reads it in a session of its own, which is opened again when it
/// was
/// lost, and changes it by events that the chain's writer thread records and applies in one transaction.
final class ChainCostPool implements CostPool {
    private final GroupRecorder recorder;
    private final Database database;
    private final ReconnectPolicy reconnects;
    private final LogKey log;
    private final Time time;
    private @Nullable Session session;

    ChainCostPool(GroupRecorder recorder, Database database, ReconnectPolicy reconnects, LogKey log, Time time) {
        this.recorder = recorder;
        this.database = database;
        this.reconnects = reconnects;
        this.log = log;
        this.time = time;
    }

    /// Adds the budget if the run has none. What was spent before it was shared counts as an allowance: a writer that
    /// adds it counts what the owner may have spent; the owner, which opens it while nobody else writes, counts all
    /// chains and returns what it has not used itself.
    void open(Usd cap) throws InterruptedException {
        boolean owner = log.writer() == LogKey.OWNER;
        boolean opened = transaction((_, table) -> table.open(cap, owner));
        if (opened) {
            count(LogKey.OWNER, owner);
        }
        if (owner) {
            List<WriterRow> others = transaction((current, _) -> new WriterLeases(current).all(log.runNo()));
            for (WriterRow other : others) {
                count(other.writer(), false);
            }
        }
    }

    /// Makes the allowance of a writer what its calls may have cost, or only raises it to that.
    private void count(int writer, boolean lowers) throws InterruptedException {
        while (true) {
            State seen = read();
            long before = transaction((_, table) -> table.allowance(writer)).granted();
            long spent = transaction((current, _) -> new LogTail(log.of(writer), current)
                            .read()
                            .tally()
                            .calls()
                            .totals()
                            .atMost())
                    .pico();
            if (spent == before || (spent < before && !lowers)) {
                return;
            }
            record(seen, writer, before, spent, spent);
        }
    }

    private interface Work<T> {
        T in(Session session, AllowanceTable table) throws SQLException;
    }

    private <T> T transaction(Work<T> work) {
        return reconnects.retry(() -> {
            try {
                Session current = session();
                return current.inTransaction(_ -> work.in(current, new AllowanceTable(current, log)));
            } catch (SQLException error) {
                drop(error);
                throw database.explain("sharing the budget", error);
            }
        });
    }

    private Session session() throws SQLException {
        Session current = session;
        if (current == null) {
            current = database.open();
            session = current;
            database.prepareWriter(current);
        }
        return current;
    }

    private void drop(SQLException error) {
        Session lost = session;
        session = null;
        if (lost != null) {
            lost.closeAfter(error);
        }
    }

    @Override
    public State read() {
        return transaction((_, table) -> table.read())
                .orElseThrow(() -> new LandscapeException("run " + log.runId() + " has no shared budget"));
    }

    @Override
    public Optional<State> change(State seen, Usd allowance, Usd spent) throws InterruptedException {
        record(seen, log.writer(), seen.allowance().pico(), allowance.pico(), spent.pico());
        boolean changed =
                transaction((_, table) -> table.allowance(log.writer())).draw() == seen.draws() + 1;
        return changed ? Optional.of(read()) : Optional.empty();
    }

    @Override
    public void moveCap(Usd cap) {
        boolean _ = transaction((_, table) -> table.open(cap, true));
    }

    private void record(State seen, int writer, long before, long allowance, long spent) throws InterruptedException {
        var change = AllowanceTable.change(seen, writer, before, allowance, spent);
        recorder.awaitCommitted(recorder.put(ChainEvents.allowance(change, time.instant())));
    }

    @Override
    public void close() {
        Session current = session;
        session = null;
        try {
            if (current != null) {
                current.close();
            }
        } catch (SQLException error) {
            throw database.explain("closing the shared budget", error);
        }
    }
}
