package dev.rowan.landscape.read;

import dev.rowan.landscape.LandscapeReader.Note;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rare things that were noted of a run. A note whose values were deleted is left out.
final class RunNotes {
    private RunNotes() {}

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

    /// The notes of certain types behind the event `after`.
    static List<Note> after(Query query, LogKey log, long after, Set<String> types) throws SQLException {
        return query
                .list(
                        "SELECT event_id, time, facts, payload FROM run_event"
                                + " WHERE event_id > ? AND event_id <= ? AND type = ? ORDER BY event_id",
                        row -> typed(row, types),
                        Math.max(after, log.firstId() - 1),
                        log.lastId(),
                        RunEvents.RUN_NOTED)
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Note> typed(ResultSet row, Set<String> types) throws SQLException {
        String type = String.valueOf(RecordedJson.object(row.getString("facts")).get("note"));
        if (!types.contains(type)) {
            return Optional.empty();
        }
        long event = row.getLong("event_id");
        Instant at = Micros.instant(row.getLong("time"));
        return Query.bytes(row, "payload").map(RecordedJson::object).map(facts -> new Note(event, at, type, facts));
    }

    private static Optional<Map<String, @Nullable Object>> note(ResultSet row, String type) throws SQLException {
        return type.equals(RecordedJson.object(row.getString("facts")).get("note"))
                ? Query.bytes(row, "payload").map(RecordedJson::object)
                : Optional.empty();
    }
}
