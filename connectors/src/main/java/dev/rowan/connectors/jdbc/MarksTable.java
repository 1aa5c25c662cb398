package dev.rowan.connectors.jdbc;

import dev.rowan.api.Reason;
import dev.rowan.api.plugin.Sink.Identity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The tables `rowan_marks` and `rowan_refused` beside the written table. They change in the transaction that
/// writes the rows, so a resumed run knows exactly which rows are there. Each process that takes over raises
/// `epoch`, and only the latest one can commit. A run with several writers has a position for each split of its
/// input; any other run is split 0.
record MarksTable(JdbcDialect dialect, Identity identity, int split) {
    static final String NAME = "rowan_marks";
    static final String REFUSED = "rowan_refused";

    private static final String OF_SPLIT = " where run_id = ? and sink = ? and split = ?";

    /// How far a sink has written: the number of its rows, the last token that it wrote or refused, and the rolling
    /// SHA-256 of its rows.
    record Position(long rows, Token last, String sha256) {}

    /// The number of a row and its part.
    record Token(long rowSeq, int part) {
        static final Token NONE = new Token(0, 0);

        boolean isAfter(Token other) {
            return rowSeq > other.rowSeq || (rowSeq == other.rowSeq && part > other.part);
        }
    }

    /// The position that a process found, and the epoch in which it may commit.
    record TakenOver(long epoch, Position position) {}

    String definition() {
        return "create table " + NAME + " (run_id varchar(100) not null, sink varchar(200) not null,"
                + " split integer not null, epoch bigint not null, " + rows() + " bigint not null,"
                + " row_seq bigint not null, part integer not null, sha256 varchar(64) not null,"
                + " primary key (run_id, sink, split))";
    }

    String refusedDefinition() {
        return "create table " + REFUSED + " (run_id varchar(100) not null, sink varchar(200) not null,"
                + " row_seq bigint not null, part integer not null, reason varchar(100) not null,"
                + " message varchar(4000) not null, primary key (run_id, sink, row_seq, part))";
    }

    private String rows() {
        return dialect.quote("rows");
    }

    static boolean exists(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select * from " + table + " where 1 = 0");
                ResultSet _ = statement.executeQuery()) {
            return true;
        } catch (SQLException e) {
            if (JdbcErrors.isMissingTable(e)) {
                return false;
            }
            throw e;
        }
    }

    /// Creates the tables that are missing; outside of a transaction.
    void create(Connection connection) throws SQLException {
        create(connection, NAME, definition());
        create(connection, REFUSED, refusedDefinition());
    }

    private static void create(Connection connection, String table, String definition) throws SQLException {
        if (exists(connection, table)) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(definition);
        } catch (SQLException e) {
            if (!exists(connection, table)) { // else another process was faster
                throw e;
            }
        }
    }

    /// Raises the epoch of this sink's position, which is created at `start` if there is none.
    TakenOver takeOver(Connection connection, Position start) throws SQLException {
        try (PreparedStatement raise =
                connection.prepareStatement("update " + NAME + " set epoch = epoch + 1" + OF_SPLIT)) {
            bindSplit(raise, 1);
            if (raise.executeUpdate() == 0) {
                insert(connection, start);
            }
        }
        return read(connection).orElseThrow(() -> new SQLException("the position of the run vanished"));
    }

    private void insert(Connection connection, Position start) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("insert into " + NAME + " (run_id, sink, split, epoch, " + rows()
                        + ", row_seq, part, sha256) values (?, ?, ?, 1, ?, ?, ?, ?)")) {
            bindSplit(insert, 1);
            insert.setLong(4, start.rows());
            insert.setLong(5, start.last().rowSeq());
            insert.setInt(6, start.last().part());
            insert.setString(7, start.sha256());
            insert.executeUpdate();
        }
    }

    Optional<TakenOver> read(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                "select epoch, " + rows() + ", row_seq, part, sha256 from " + NAME + OF_SPLIT)) {
            bindSplit(select, 1);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new TakenOver(
                                row.getLong(1),
                                new Position(
                                        row.getLong(2), new Token(row.getLong(3), row.getInt(4)), row.getString(5))))
                        : Optional.empty();
            }
        }
    }

    /// Moves the position; false if another process has taken over.
    boolean move(Connection connection, long epoch, Position to) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("update " + NAME + " set " + rows()
                + " = ?, row_seq = ?, part = ?, sha256 = ?" + OF_SPLIT + " and epoch = ?")) {
            update.setLong(1, to.rows());
            update.setLong(2, to.last().rowSeq());
            update.setInt(3, to.last().part());
            update.setString(4, to.sha256());
            bindSplit(update, 5);
            update.setLong(8, epoch);
            return update.executeUpdate() == 1;
        }
    }

    void refuse(Connection connection, Token token, Reason reason) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from " + REFUSED + " where run_id = ? and sink = ? and row_seq = ? and part = ?")) {
            bind(delete, 1);
            delete.setLong(3, token.rowSeq());
            delete.setInt(4, token.part());
            delete.executeUpdate();
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into " + REFUSED
                + " (run_id, sink, row_seq, part, reason, message) values (?, ?, ?, ?, ?, ?)")) {
            bind(insert, 1);
            insert.setLong(3, token.rowSeq());
            insert.setInt(4, token.part());
            insert.setString(5, reason.code());
            insert.setString(
                    6,
                    reason.message()
                            .substring(0, Math.min(1_000, reason.message().length())));
            insert.executeUpdate();
        }
    }

    /// The refused tokens of this sink from row `from` on.
    Map<Token, Reason> refused(Connection connection, long from) throws SQLException {
        var refused = new HashMap<Token, Reason>();
        try (PreparedStatement select = connection.prepareStatement("select row_seq, part, reason, message from "
                + REFUSED + " where run_id = ? and sink = ? and row_seq >= ?")) {
            bind(select, 1);
            select.setLong(3, from);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    refused.put(
                            new Token(row.getLong(1), row.getInt(2)), Reason.of(row.getString(3), row.getString(4)));
                }
            }
        }
        return refused;
    }

    private void bindSplit(PreparedStatement statement, int at) throws SQLException {
        bind(statement, at);
        statement.setInt(at + 2, split);
    }

    private void bind(PreparedStatement statement, int at) throws SQLException {
        statement.setString(at, identity.runId());
        statement.setString(at + 1, identity.sink());
    }
}
