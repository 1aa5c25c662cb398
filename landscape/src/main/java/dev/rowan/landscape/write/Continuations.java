package dev.rowan.landscape.write;

import dev.rowan.landscape.RunRefusedException;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// Prevents two continuations of a run from processing the same rows.
final class Continuations {
    private static final int WRITER = 0;

    private Continuations() {}

    /// Rejects a run whose parent has a continuation that the run does not supersede. Runs in the transaction that
    /// starts the run and excludes other starts.
    static void refuseSecond(Session session, RunStart run) throws SQLException {
        if (!(run.settings().get("continues") instanceof String parent)) {
            return;
        }
        List<?> superseded = run.settings().get("supersedes") instanceof List<?> runs ? runs : List.of();
        String later = "SELECT l.run_no, l.run_id FROM run l JOIN run p ON l.run_no > p.run_no WHERE p.run_id = ?"
                + " ORDER BY l.run_no DESC";
        try (PreparedStatement select = session.connection().prepareStatement(later)) {
            select.setString(1, parent);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    String other = row.getString(2);
                    if (!superseded.contains(other)
                            && continues(session, new LogKey(row.getInt(1), WRITER, other), parent)) {
                        throw new RunRefusedException((program, where) -> refusal(parent, other, program, where));
                    }
                }
            }
        }
    }

    private static boolean continues(Session session, LogKey log, String parent) throws SQLException {
        String first = "SELECT facts FROM run_event WHERE event_id = ? AND type = ?";
        try (PreparedStatement select = session.connection().prepareStatement(first)) {
            select.setLong(1, log.firstId());
            select.setString(2, RunEvents.RUN_STARTED);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        && parent.equals(RecordedJson.object(row.getString(1)).get("continues"));
            }
        }
    }

    private static String refusal(String parent, String later, String program, String where) {
        return "run %s was continued by run %s already; finish that one: %s resume %s%s; rows that fail there: %s retry %s%s"
                .formatted(parent, later, program, later, where, program, later, where);
    }
}
