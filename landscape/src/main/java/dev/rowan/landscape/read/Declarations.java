package dev.rowan.landscape.read;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.record.RunStart;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// What a run is by its record: by its start, or by its last change.
final class Declarations {
    private final Query query;

    Declarations(Query query) {
        this.query = query;
    }

    /// The event that says what the run is; its nodes and sinks follow it.
    private record Said(long eventId, Map<String, @Nullable Object> facts, Optional<byte[]> values) {}

    RunStart of(RunRow run) throws SQLException {
        Optional<Said> changed = last(run, RunEvents.RUN_CHANGED);
        Said said = (changed.isPresent() ? changed : last(run, RunEvents.RUN_STARTED))
                .orElseThrow(() -> new LandscapeException("the record of run " + run.runId()
                        + " lacks its start: it was changed; see `rowan verify " + run.runId() + "`"));
        Map<String, @Nullable Object> values = said.values()
                .map(RecordedJson::object)
                .orElseThrow(() -> new LandscapeException("the configuration of run " + run.runId()
                        + " was deleted from the landscape: it can be read no more, nor gone on with"));
        return new RunStart(
                run.runId(),
                text(said.facts(), "name"),
                text(said.facts(), "rowan_version"),
                text(values, "configuration"),
                RecordedJson.map(values.get("settings")),
                texts(values.get("command_line")),
                text(said.facts(), "operator"),
                Optional.ofNullable(said.facts().get("pipeline_file")).map(String::valueOf),
                text(said.facts(), "source"),
                after(run, said, RunEvents.NODE_DECLARED).stream()
                        .map(Declarations::node)
                        .toList(),
                after(run, said, RunEvents.SINK_DECLARED).stream()
                        .map(Declarations::sink)
                        .toList());
    }

    private Optional<Said> last(RunRow run, String type) throws SQLException {
        return query.first(
                "SELECT event_id, facts, payload FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?"
                        + " ORDER BY event_id DESC",
                row -> new Said(
                        row.getLong("event_id"),
                        RecordedJson.object(row.getString("facts")),
                        Query.bytes(row, "payload")),
                run.log().firstId(),
                run.log().lastId(),
                type);
    }

    private List<Map<String, @Nullable Object>> after(RunRow run, Said said, String type) throws SQLException {
        return query.list(
                "SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id",
                row -> RecordedJson.object(row.getString(1)),
                said.eventId(),
                run.log().lastId(),
                type);
    }

    private static RunStart.Node node(Map<String, @Nullable Object> facts) {
        return new RunStart.Node(
                Math.toIntExact(RecordedJson.number(facts.get("index"))),
                text(facts, "name"),
                text(facts, "plugin"),
                text(facts, "plugin_version"),
                texts(facts.get("capabilities")),
                text(facts, "options_sha256"),
                calls(facts));
    }

    private static Optional<RunStart.Calls> calls(Map<String, @Nullable Object> facts) {
        if (facts.get("most_open") == null) {
            return Optional.empty();
        }
        return Optional.of(new RunStart.Calls(
                Optional.ofNullable(facts.get("delivery")).map(String::valueOf),
                facts.get("max_unknown_resends") == null
                        ? OptionalInt.empty()
                        : OptionalInt.of(Math.toIntExact(RecordedJson.number(facts.get("max_unknown_resends")))),
                Math.toIntExact(RecordedJson.number(facts.get("most_open")))));
    }

    private static RunStart.SinkDeclared sink(Map<String, @Nullable Object> facts) {
        return new RunStart.SinkDeclared(
                text(facts, "name"),
                text(facts, "plugin"),
                text(facts, "plugin_version"),
                text(facts, "target"),
                text(facts, "options_sha256"));
    }

    /// Empty where an older Rowan did not record it.
    private static String text(Map<String, @Nullable Object> facts, String name) {
        return facts.get(name) instanceof String text ? text : "";
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
