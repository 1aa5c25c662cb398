package dev.rowan.landscape.store;

import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.LandscapeException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/// A connection with explicit transactions. Owned by one thread.
///
/// SQLite's driver would open the next transaction, and take the write lock, right after each commit; so there the
/// transactions are explicit statements, starting with `begin`. PostgreSQL's driver begins with the first
/// statement.
public final class Session implements AutoCloseable {
    private final Connection connection;
    private final Optional<String> begin;
    private final SqlDialect dialect;
    private final Faults faults;

    private Session(Connection connection, Optional<String> begin, SqlDialect dialect, Faults faults) {
        this.connection = connection;
        this.begin = begin;
        this.dialect = dialect;
        this.faults = faults;
    }

    static Session byStatement(Connection connection, String begin, Faults faults) throws SQLException {
        connection.setAutoCommit(true);
        return new Session(connection, Optional.of(begin), SqlDialect.SQLITE, faults);
    }

    static Session byDriver(Connection connection, Faults faults) throws SQLException {
        connection.setAutoCommit(false);
        return new Session(connection, Optional.empty(), SqlDialect.POSTGRESQL, faults);
    }

    public Connection connection() {
        return connection;
    }

    public SqlDialect dialect() {
        return dialect;
    }

    public void begin() throws SQLException {
        if (begin.isPresent()) {
            execute(begin.get());
        }
    }

    public void commit() throws SQLException {
        try (var _ = faults.writing()) {
            if (begin.isPresent()) {
                execute("COMMIT");
            } else {
                connection.commit();
            }
        }
    }

    public void rollback() throws SQLException {
        if (begin.isPresent()) {
            execute("ROLLBACK");
        } else {
            connection.rollback();
        }
    }

    /// What is done in a transaction.
    public interface Work<T> {
        T in(Session session) throws SQLException;
    }

    /// Commits `work`, or rolls it back if it fails.
    public <T> T inTransaction(Work<T> work) throws SQLException {
        begin();
        try {
            T result = work.in(this);
            commit();
            return result;
        } catch (SQLException | RuntimeException broken) {
            rollback();
            throw broken;
        }
    }

    /// The number of a run.
    public int runNo(String runId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT run_no FROM run WHERE run_id = ?")) {
            select.setString(1, runId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    throw new LandscapeException("there is no run '" + runId + "'");
                }
                return row.getInt(1);
            }
        }
    }

    public void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Closes after a failure; a failure to close is suppressed onto it.
    public void closeAfter(Throwable failure) {
        try {
            close();
        } catch (SQLException also) {
            failure.addSuppressed(also);
        }
    }

    /// Rolls back uncommitted changes.
    @Override
    public void close() throws SQLException {
        try (var _ = faults.writing()) {
            connection.close();
        }
    }
}
