package dev.rowan.landscape.purge;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why the record of a run must stay: another run continues it or took answers of it, or it is the newest, whose number
/// the next run would get.
final class RunReferences {
    private final List<RunSummary> all;
    private final Map<String, String> users = new HashMap<>();

    /// `all` are the runs of the landscape, the newest first.
    RunReferences(LandscapeReader reader, List<RunSummary> all) {
        this.all = List.copyOf(all);
        for (RunSummary run : all) {
            Map<String, @Nullable Object> settings = settings(reader, run.runId());
            for (String setting : List.of("continues", "since")) {
                if (settings.get(setting) instanceof String other) {
                    users.put(other, run.runId());
                }
            }
        }
    }

    /// Nothing is known of a run whose values were deleted.
    private static Map<String, @Nullable Object> settings(LandscapeReader reader, String runId) {
        try {
            return reader.runs().declared(runId).settings();
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException _) {
            return Map.of();
        }
    }

    /// A run that took answers of it, where no setting tells: its own were deleted, or a run between them took them
    /// first.
    private static Optional<String> citing(String runId, Session session) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT r.run_id FROM call_reused u JOIN run r ON r.run_no = u.run_no"
                        + " WHERE u.of_run = ? AND u.shared IS NULL AND r.run_id <> ? LIMIT 1")) {
            select.setString(1, runId);
            select.setString(2, runId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    /// Works in the current transaction.
    Optional<String> to(RunSummary run, Session session) throws SQLException {
        String known = users.get(run.runId());
        Optional<String> user = known == null ? citing(run.runId(), session) : Optional.of(known);
        if (user.isPresent()) {
            return Optional.of("run " + run.runId() + " has answers that run " + user.get()
                    + " reused or continues: delete that one first");
        }
        return all.getFirst().runId().equals(run.runId())
                ? Optional.of("run " + run.runId()
                        + " is the newest of its landscape: its record can be deleted after the next run; without"
                        + " --records its values can be deleted now")
                : Optional.empty();
    }
}
