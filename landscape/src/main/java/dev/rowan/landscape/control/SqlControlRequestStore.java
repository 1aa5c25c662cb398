package dev.rowan.landscape.control;

import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.lease.LeaseRow;
import dev.rowan.landscape.record.ControlRequest;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Migrations;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Control requests in the table `run_order`. Reads with one session and opens another for the first write, so
/// that reading needs no write permission.
public final class SqlControlRequestStore implements ControlRequestStore {
    /// Maximum number of requests per poll.
    private static final int MAX_PER_POLL = 100;

    private final Database database;
    private final Session readSession;
    private @Nullable Session writeSession;

    /// Throws if the landscape does not exist or has another schema.
    public SqlControlRequestStore(Database database) {
        this.database = database;
        this.readSession = Migrations.openToRead(database);
    }

    /// The lease check holds until the transaction ends, so that a run which ends meanwhile finds the request
    /// pending.
    @Override
    public long give(String runId, String operator, ControlRequest order) {
        return write("giving an order", session -> {
            int runNo = session.runNo(runId);
            lockLease(session, runNo);
            Optional<LeaseRow> lease = LeaseRow.read(database, session.connection(), runNo);
            if (lease.isEmpty() || !lease.get().isAlive(database)) {
                throw new LandscapeException(
                        "run " + runId + " accepts no control requests: no process is executing it; resume it"
                                + " with `rowan resume " + runId + "`, or see `rowan status " + runId + "`");
            }
            String sql = "INSERT INTO run_order (run_no, time, operator, asked) VALUES (?, "
                    + database.dialect().now() + ", ?, ?) RETURNING order_no";
            try (PreparedStatement insert = session.connection().prepareStatement(sql)) {
                insert.setInt(1, runNo);
                insert.setString(2, operator);
                insert.setString(3, RecordedJson.text(order.facts()));
                try (ResultSet row = insert.executeQuery()) {
                    row.next();
                    return row.getLong(1);
                }
            }
        });
    }

    private void lockLease(Session session, int runNo) throws SQLException {
        try (PreparedStatement keep = session.connection()
                .prepareStatement("SELECT epoch FROM run_lease WHERE run_no = ?"
                        + database.dialect().kept())) {
            keep.setInt(1, runNo);
            keep.executeQuery().close();
        }
    }

    /// Unknown requests are rejected at once.
    @Override
    public List<Submitted> waiting(String runId) {
        var unknown = new LinkedHashMap<Long, String>();
        List<Submitted> waiting = read(session -> {
            String sql = "SELECT order_no, operator, time, asked FROM run_order"
                    + " WHERE run_no = ? AND answered IS NULL ORDER BY order_no LIMIT " + MAX_PER_POLL;
            try (PreparedStatement select = session.connection().prepareStatement(sql)) {
                select.setInt(1, session.runNo(runId));
                var found = new ArrayList<Submitted>();
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        try {
                            found.add(request(row));
                        } catch (LandscapeException | IllegalArgumentException unreadable) {
                            unknown.put(row.getLong(1), String.valueOf(unreadable.getMessage()));
                        }
                    }
                }
                return found;
            }
        });
        unknown.forEach((number, why) -> answer(number, false, why));
        return waiting;
    }

    private static Submitted request(ResultSet row) throws SQLException {
        return new Submitted(
                row.getLong(1),
                row.getString(2),
                Micros.instant(row.getLong(3)),
                ControlRequest.of(RecordedJson.object(row.getString(4))));
    }

    @Override
    public void answer(long number, boolean followed, String words) {
        write("answering an order", session -> {
            String sql = "UPDATE run_order SET answered = " + database.dialect().now()
                    + ", followed = ?, words = ? WHERE order_no = ? AND answered IS NULL";
            try (PreparedStatement update = session.connection().prepareStatement(sql)) {
                update.setInt(1, followed ? 1 : 0);
                update.setString(2, words);
                update.setLong(3, number);
                return update.executeUpdate();
            }
        });
    }

    @Override
    public Optional<Answer> answered(long number) {
        return read(session -> {
            String sql = "SELECT followed, words FROM run_order WHERE order_no = ? AND answered IS NOT NULL";
            try (PreparedStatement select = session.connection().prepareStatement(sql)) {
                select.setLong(1, number);
                try (ResultSet row = select.executeQuery()) {
                    return row.next()
                            ? Optional.of(new Answer(row.getInt(1) == 1, row.getString(2)))
                            : Optional.<Answer>empty();
                }
            }
        });
    }

    private <T> T read(Session.Work<T> work) {
        try {
            readSession.begin();
            try {
                return work.in(readSession);
            } finally {
                readSession.rollback();
            }
        } catch (SQLException error) {
            throw database.explain("reading orders", error);
        }
    }

    private <T> T write(String doing, Session.Work<T> work) {
        try {
            Session session = writeSession == null ? database.open() : writeSession;
            writeSession = session;
            return session.inTransaction(work);
        } catch (SQLException error) {
            throw database.explain(doing, error);
        }
    }

    @Override
    public void close() {
        try (readSession) {
            if (writeSession != null) {
                writeSession.close();
            }
        } catch (SQLException error) {
            throw database.explain("closing", error);
        }
    }
}
