package dev.rowan.landscape.read;

import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rare things that were noted of a run. A note whose values were deleted is left out.
final class Notes {
    private Notes() {}

    static List<Map<String, @Nullable Object>> of(Query query, LogKey log, String type) throws SQLException {
        return of(query, log, RunEvents.RUN_NOTED, row -> note(row, type));
    }

    static List<Map<String, @Nullable Object>> resumes(Query query, LogKey log) throws SQLException {
        return of(
                query,
                log,
                RunEvents.RUN_RESUMED,
                row -> Query.bytes(row, "payload").map(RecordedJson::object));
    }

    private static List<Map<String, @Nullable Object>> of(
            Query query, LogKey log, String event, Query.Mapping<Optional<Map<String, @Nullable Object>>> mapper)
            throws SQLException {
        return query
                .list(
                        "SELECT facts, payload FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id",
                        mapper,
                        log.firstId(),
                        log.lastId(),
                        event)
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Map<String, @Nullable Object>> note(ResultSet row, String type) throws SQLException {
        return type.equals(RecordedJson.object(row.getString("facts")).get("note"))
                ? Query.bytes(row, "payload").map(RecordedJson::object)
                : Optional.empty();
    }
}
