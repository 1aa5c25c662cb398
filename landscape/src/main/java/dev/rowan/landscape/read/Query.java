package dev.rowan.landscape.read;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.SinkHold;
import dev.rowan.landscape.SplitQueries.WriterState;
import dev.rowan.landscape.lease.LeaseRow;
import dev.rowan.landscape.lease.WriterLeases;
import dev.rowan.landscape.sink.SinkLocks;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs parameterized queries that return lists; several can share one snapshot.
///
/// Owned by one thread. A lost connection is reopened according to `reconnects`, and the query retried.
final class Query implements AutoCloseable {
    private final Database database;
    private final ReconnectPolicy reconnects;
    private Session session;
    private boolean lost;

    Query(Database database, Session session, ReconnectPolicy reconnects) {
        this.database = database;
        this.session = session;
        this.reconnects = reconnects;
    }

    /// Maps the current row to a value.
    interface Mapping<T> {
        T from(ResultSet row) throws SQLException;
    }

    /// One or more queries.
    interface Action<T> {
        T run() throws SQLException;
    }

    /// Runs the queries in one transaction, on one snapshot.
    <T> T inSnapshot(Action<T> action) {
        return reconnects.retry(() -> run(action));
    }

    private <T> T run(Action<T> action) {
        if (lost) {
            reopen();
        }
        try {
            session.begin();
            try {
                return action.run();
            } finally {
                session.rollback();
            }
        } catch (SQLException error) {
            LandscapeException explained = database.explain("reading", error);
            lost = explained instanceof LandscapeUnreachableException;
            throw explained;
        }
    }

    private void reopen() {
        close();
        session = database.openToRead();
        lost = false;
    }

    <T> List<T> list(String sql, Mapping<T> mapping, Object... parameters) throws SQLException {
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setObject(i + 1, parameters[i]);
            }
            var found = new ArrayList<T>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(mapping.from(row));
                }
            }
            return found;
        }
    }

    <T> Optional<T> first(String sql, Mapping<T> mapping, Object... parameters) throws SQLException {
        return list(sql + " LIMIT 1", mapping, parameters).stream().findFirst();
    }

    /// The lease of a run, and whether its owner is alive.
    boolean isHeld(RunRow run) throws SQLException {
        return LeaseRow.read(database, session.connection(), run.runNo())
                .map(lease -> lease.isAlive(database))
                .orElse(false);
    }

    List<WriterState> writers(RunRow run) throws SQLException {
        return WriterLeases.states(database, session.connection(), run.runNo());
    }

    List<SinkHold> sinkHolds() throws SQLException {
        return SinkLocks.all(database, session);
    }

    static Optional<String> text(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }

    static Optional<Long> number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    static Optional<byte[]> bytes(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getBytes(column));
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException error) {
            throw database.explain("closing", error);
        }
    }
}
