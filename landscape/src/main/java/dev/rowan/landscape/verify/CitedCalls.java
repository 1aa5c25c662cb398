package dev.rowan.landscape.verify;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.record.AccountFingerprints;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Looks up answered calls cited by calls of later runs. Owned by one thread.
interface CitedCalls {

    Found find(Citation citation);

    /// The cited call, and the accounts of the citing one as fingerprints under the cited run's id.
    record Citation(String runId, long row, long part, long node, long generation, long number, Set<String> accounts) {
        private static final int RUN = EventTable.CALL_REUSED.indexOf("of_run");
        private static final int ACCOUNT = EventTable.CALL_REUSED.indexOf("account");

        static Citation of(StoredEvent event) {
            return new Citation(
                    String.valueOf(event.facts()[RUN]),
                    event.number(RUN + 1),
                    event.number(RUN + 2),
                    event.number(RUN + 3),
                    event.number(RUN + 4),
                    event.number(RUN + 5),
                    event.facts()[ACCOUNT] instanceof String account ? Set.of(account) : Set.of());
        }
    }

    sealed interface Found {
        /// `accounts` are those in the run's settings; empty if the settings were deleted.
        record Answered(String requestSha256, String standing, Optional<Set<String>> accounts) implements Found {}

        record Nothing() implements Found {}
    }

    static CitedCalls in(Session session) {
        var accounts = new HashMap<LogKey, Optional<Set<String>>>();
        return citation -> {
            try {
                return find(session, citation, accounts);
            } catch (SQLException unreadable) {
                throw new LandscapeException("a cited call cannot be looked up: " + unreadable.getMessage());
            }
        };
    }

    private static Found find(Session session, Citation cites, Map<LogKey, Optional<Set<String>>> accounts)
            throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT r.run_no, i.request_sha256, e.standing FROM run r"
                        + " JOIN call_end e ON e.run_no = r.run_no AND e.state = 'answered' AND e.row_seq = ?"
                        + " AND e.part = ? AND e.node = ? AND e.generation = ? AND e.call_no = ?"
                        + " JOIN call_intent i ON i.run_no = e.run_no AND i.row_seq = e.row_seq AND i.part = e.part"
                        + " AND i.node = e.node AND i.generation = e.generation AND i.call_no = e.call_no"
                        + " AND i.attempt = e.attempt WHERE r.run_id = ?")) {
            long[] numbers = {cites.row(), cites.part(), cites.node(), cites.generation(), cites.number()};
            for (int i = 0; i < numbers.length; i++) {
                select.setLong(i + 1, numbers[i]);
            }
            select.setString(numbers.length + 1, cites.runId());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return new Found.Nothing();
                }
                var log = new LogKey(row.getInt(1), 0, cites.runId());
                Optional<Set<String>> known = accounts.get(log);
                if (known == null) {
                    known = accounts(session, log);
                    accounts.put(log, known);
                }
                return new Found.Answered(row.getString(2), row.getString(3), known);
            }
        }
    }

    /// The fingerprints in all settings that the run ever had.
    private static Optional<Set<String>> accounts(Session session, LogKey log) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT payload FROM run_event WHERE event_id BETWEEN ? AND ? AND type IN (?, ?)")) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastId());
            select.setString(3, RunEvents.RUN_STARTED);
            select.setString(4, RunEvents.RUN_CHANGED);
            var accounts = new HashSet<String>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    byte[] values = row.getBytes(1);
                    if (values == null) {
                        return Optional.empty();
                    }
                    if (RecordedJson.object(values).get("settings") instanceof Map<?, ?> settings) {
                        accounts.addAll(AccountFingerprints.in(settings));
                    }
                }
            }
            return Optional.of(accounts);
        }
    }
}
