package dev.rowan.landscape.reconcile;

import dev.rowan.api.call.Payload;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An entry of the table `reconciliation`. Its hash covers its text and the hash of the entry before it, the first one
/// the id of the run; so an entry cannot be changed, moved or taken out unnoticed, unless all later ones go too.
public record ReconciliationEntry(int number, String text, String hash) {

    static ReconciliationEntry of(int number, String text, String previous) {
        return new ReconciliationEntry(number, text, hash(text, previous));
    }

    private static String hash(String text, String previous) {
        return Payload.utf8(previous + "\n" + text).sha256();
    }

    /// The entries of a run, in order.
    public static List<ReconciliationEntry> list(Session session, int runNo) throws SQLException {
        var entries = new ArrayList<ReconciliationEntry>();
        try (PreparedStatement select = session.connection()
                .prepareStatement(
                        "SELECT entry_no, entry, hash FROM reconciliation WHERE run_no = ? ORDER BY entry_no")) {
            select.setInt(1, runNo);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    entries.add(new ReconciliationEntry(rows.getInt(1), rows.getString(2), rows.getString(3)));
                }
            }
        }
        return entries;
    }

    void insert(Session session, int runNo) throws SQLException {
        try (PreparedStatement insert = session.connection()
                .prepareStatement("INSERT INTO reconciliation (run_no, entry_no, entry, hash) VALUES (?, ?, ?, ?)")) {
            insert.setInt(1, runNo);
            insert.setInt(2, number);
            insert.setString(3, text);
            insert.setString(4, hash);
            insert.executeUpdate();
        }
    }

    /// The first fault in the entries of a run.
    public static Optional<String> fault(List<ReconciliationEntry> entries, String runId) {
        String previous = runId;
        for (int i = 0; i < entries.size(); i++) {
            ReconciliationEntry entry = entries.get(i);
            if (entry.number() != i + 1) {
                return Optional.of("reconciliation " + (i + 1) + " is missing");
            }
            if (!entry.hash().equals(hash(entry.text(), previous))) {
                return Optional.of("reconciliation " + entry.number() + " is not as it was recorded");
            }
            previous = entry.hash();
        }
        return Optional.empty();
    }
}
