package dev.rowan.landscape.read;

import dev.rowan.landscape.NoteQueries;
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

/// Reads notes from run events. A note whose values were deleted is left out.
final class SqlNoteQueries implements NoteQueries {
    private final Query query;
    private final Runs runs;

    SqlNoteQueries(Query query, Runs runs) {
        this.query = query;
        this.runs = runs;
    }

    @Override
    public List<Map<String, @Nullable Object>> list(String runId, String type) {
        return payloads(runId, RunEvents.RUN_NOTED, row -> note(row, type));
    }

    @Override
    public List<Map<String, @Nullable Object>> ofWriters(String runId, String type) {
        return runs.withRun(
                runId,
                run -> query
                        .list(
                                "SELECT facts, payload FROM run_event"
                                        + " WHERE event_id > ? AND event_id <= ? AND type = ? ORDER BY event_id",
                                row -> note(row, type),
                                run.log().lastId(),
                                run.log().lastIdOfRun(),
                                RunEvents.RUN_NOTED)
                        .stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    @Override
    public List<Map<String, @Nullable Object>> resumes(String runId) {
        return payloads(
                runId, RunEvents.RUN_RESUMED, row -> Query.bytes(row, "payload").map(RecordedJson::object));
    }

    private List<Map<String, @Nullable Object>> payloads(
            String runId, String event, Query.Mapping<Optional<Map<String, @Nullable Object>>> mapper) {
        return runs.withRun(
                runId,
                run -> query
                        .list(
                                "SELECT facts, payload FROM run_event"
                                        + " WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id",
                                mapper,
                                run.log().firstId(),
                                run.log().lastId(),
                                event)
                        .stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    @Override
    public List<Note> after(String runId, long after, Set<String> types) {
        return runs.withRun(
                runId,
                run -> query
                        .list(
                                "SELECT event_id, time, facts, payload FROM run_event"
                                        + " WHERE event_id > ? AND event_id <= ? AND type = ? ORDER BY event_id",
                                row -> typed(row, types),
                                Math.max(after, run.log().firstId() - 1),
                                run.log().lastId(),
                                RunEvents.RUN_NOTED)
                        .stream()
                        .flatMap(Optional::stream)
                        .toList());
    }

    @Override
    public long lastStart(String runId) {
        return runs.withRun(
                runId,
                run -> query.first(
                                "SELECT max(event_id) FROM run_event WHERE event_id BETWEEN ? AND ? AND type IN (?, ?)",
                                row -> row.getLong(1),
                                run.log().firstId(),
                                run.log().lastId(),
                                RunEvents.RUN_STARTED,
                                RunEvents.RUN_RESUMED)
                        .orElse(0L));
    }

    @Override
    public List<Map<String, @Nullable Object>> afterLastOutcome(String runId, String type) {
        long last = runs.withRun(
                runId,
                run -> query.first(
                                "SELECT MAX(event_id) AS last FROM outcome WHERE event_id BETWEEN ? AND ?",
                                row -> row.getLong("last"),
                                run.log().firstId(),
                                run.log().lastId())
                        .orElse(0L));
        return after(runId, last, Set.of(type)).stream().map(Note::facts).toList();
    }

    @Override
    public Optional<Note> latest(String runId, String type) {
        return runs.withRun(
                runId,
                run -> query.first(
                                "SELECT event_id, time, facts, payload FROM run_event WHERE event_id BETWEEN ? AND ?"
                                        + " AND type = ? AND facts LIKE ? ORDER BY event_id DESC",
                                row -> typed(row, Set.of(type)),
                                run.log().firstId(),
                                run.log().lastId(),
                                RunEvents.RUN_NOTED,
                                "%\"" + type + "\"%")
                        .flatMap(note -> note));
    }

    /// The latest notes of one type in a chain, in order, of its epoch `from` and later.
    static List<Note> latest(Query query, LogKey log, String type, int from, int max) throws SQLException {
        return query
                .list(
                        "SELECT event_id, time, facts, payload FROM run_event WHERE event_id BETWEEN ? AND ?"
                                + " AND type = ? AND epoch >= ? AND facts LIKE ? ORDER BY event_id DESC LIMIT ?",
                        row -> typed(row, Set.of(type)),
                        log.firstId(),
                        log.lastId(),
                        RunEvents.RUN_NOTED,
                        from,
                        "%\"" + type + "\"%",
                        max)
                .reversed()
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
