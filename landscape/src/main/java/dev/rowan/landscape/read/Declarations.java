package dev.rowan.landscape.read;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.record.RunStart;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The recorded definition of a run: from its start, or from its last change.
final class Declarations {
    private final Query query;

    Declarations(Query query) {
        this.query = query;
    }

    /// The event with the definition; nodes and sinks follow it.
    private record Definition(long eventId, Map<String, @Nullable Object> facts, Optional<byte[]> values) {}

    RunStart of(RunRow run) throws SQLException {
        return find(run)
                .orElseThrow(() -> new LandscapeException("the configuration of run " + run.runId()
                        + " was deleted from the landscape: it can no longer be read or resumed"));
    }

    /// Empty if the configuration was deleted.
    Optional<RunStart> find(RunRow run) throws SQLException {
        Optional<Definition> changed = last(run, RunEvents.RUN_CHANGED);
        Definition definition = (changed.isPresent() ? changed : last(run, RunEvents.RUN_STARTED))
                .orElseThrow(() -> new LandscapeException("the record of run " + run.runId()
                        + " lacks its start: it was changed; see `rowan verify " + run.runId() + "`"));
        if (definition.values().isEmpty()) {
            return Optional.empty();
        }
        Map<String, @Nullable Object> values =
                RecordedJson.object(definition.values().get());
        return Optional.of(new RunStart(
                run.runId(),
                text(definition.facts(), "name"),
                text(definition.facts(), "rowan_version"),
                text(values, "configuration"),
                RecordedJson.map(values.get("settings")),
                texts(values.get("command_line")),
                text(definition.facts(), "operator"),
                Optional.ofNullable(definition.facts().get("pipeline_file")).map(String::valueOf),
                text(definition.facts(), "source"),
                after(run, definition, RunEvents.NODE_DECLARED).stream()
                        .map(Declarations::node)
                        .toList(),
                after(run, definition, RunEvents.SINK_DECLARED).stream()
                        .map(Declarations::sink)
                        .toList()));
    }

    private Optional<Definition> last(RunRow run, String type) throws SQLException {
        return query.first(
                "SELECT event_id, facts, payload FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ?"
                        + " ORDER BY event_id DESC",
                row -> new Definition(
                        row.getLong("event_id"),
                        RecordedJson.object(row.getString("facts")),
                        Query.bytes(row, "payload")),
                run.log().firstId(),
                run.log().lastId(),
                type);
    }

    private List<Map<String, @Nullable Object>> after(RunRow run, Definition definition, String type)
            throws SQLException {
        return query.list(
                "SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id",
                row -> RecordedJson.object(row.getString(1)),
                definition.eventId(),
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
                calls(facts),
                Topology.facts(facts));
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

    /// Empty if an older version did not record it.
    private static String text(Map<String, @Nullable Object> facts, String name) {
        return facts.get(name) instanceof String text ? text : "";
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
