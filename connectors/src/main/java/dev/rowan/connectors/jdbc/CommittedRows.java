package dev.rowan.connectors.jdbc;

import dev.rowan.api.Reason;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Identity;
import dev.rowan.connectors.jdbc.MarksTable.Position;
import dev.rowan.connectors.jdbc.MarksTable.Token;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows that an earlier process of the run committed just before it died, so that they are not on record. The
/// run writes them again, and the sink skips them. A split is committed as a whole. Owned by the sink's thread.
final class CommittedRows {
    static final CommittedRows NONE =
            new CommittedRows(new Identity("", "", true, false), null, new Position(0, Token.NONE, ""), 0, false);

    private final Identity identity;
    private final @Nullable MarksTable marks;
    private final Position found;
    private final boolean wholeSplit;
    private long left;
    private @Nullable Map<Token, Reason> refused;
    private boolean verified;

    private CommittedRows(
            Identity identity, @Nullable MarksTable marks, Position found, long left, boolean wholeSplit) {
        this.identity = identity;
        this.marks = marks;
        this.found = found;
        this.wholeSplit = wholeSplit;
        this.left = left;
        this.verified = marks == null || left == 0;
    }

    /// What an earlier process did with a row.
    sealed interface Result {
        record Present() implements Result {}

        record Refused(Reason reason) implements Result {}
    }

    /// `found` is the position in the database, `recorded` the one on record. Without an order, rows are found by
    /// their trace, or written again if that is an upsert.
    static CommittedRows of(
            Connection connection, TargetTable table, MarksTable marks, Position found, Position recorded)
            throws SQLException {
        Identity identity = marks.identity();
        if (identity.ordered()) {
            return new CommittedRows(identity, marks, found, found.rows() - recorded.rows(), false);
        }
        return table.settings().mode() == JdbcSinkSettings.Mode.INSERT
                ? new CommittedRows(
                        identity,
                        marks,
                        found,
                        Math.max(0, count(connection, table, identity) - recorded.rows()),
                        false)
                : NONE;
    }

    /// Those of a split, which is committed if its position is `found` behind the start.
    static CommittedRows ofSplit(MarksTable marks, Position found) {
        return found.last().equals(Token.NONE)
                ? NONE
                : new CommittedRows(marks.identity(), marks, found, found.rows(), true);
    }

    private static long count(Connection connection, TargetTable table, Identity identity) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.counting())) {
            statement.setString(1, identity.runId());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /// What was done with `token`; empty if nothing yet.
    Optional<Result> find(Connection connection, TargetTable table, Token token) throws SQLException {
        if (marks == null) {
            return Optional.empty();
        }
        if (!wholeSplit && !identity.ordered()) {
            return left > 0 && isInTable(connection, table, token) ? Optional.of(present()) : Optional.empty();
        }
        if (!wholeSplit && token.isAfter(found.last())) {
            return Optional.empty();
        }
        if (refused == null) {
            refused = marks.refused(connection, identity.ordered() ? token.rowSeq() : 0);
        }
        Reason reason = refused.get(token);
        return Optional.of(reason == null ? present() : new Result.Refused(reason));
    }

    private Result present() {
        left--;
        return new Result.Present();
    }

    private boolean isInTable(Connection connection, TargetTable table, Token token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.finding())) {
            statement.setString(1, identity.runId());
            statement.setLong(2, token.rowSeq());
            statement.setInt(3, token.part());
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /// Before the first new row, `token`: the rows that were skipped must be those in the table.
    void verify(Position reached, Token token) throws PluginException {
        if (wholeSplit || verified || !identity.ordered()) {
            return;
        }
        verified = true;
        refuseOthers(reached, token);
    }

    /// At the end of a split.
    void verifySplit(Position reached) throws PluginException {
        if (wholeSplit) {
            refuseOthers(reached, found.last());
        }
    }

    private void refuseOthers(Position reached, Token token) throws PluginException {
        if (left != 0 || (identity.ordered() && !reached.sha256().equals(found.sha256()))) {
            throw new PluginException(
                    ("run %s cannot be resumed: the rows that it wrote to the table before row %,d differ"
                                    + " from those that it writes now (%,d of %,d); start a new run")
                            .formatted(identity.runId(), token.rowSeq(), reached.rows(), found.rows()));
        }
    }
}
