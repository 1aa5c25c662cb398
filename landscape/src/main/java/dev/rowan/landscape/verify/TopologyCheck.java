package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.record.RowOrigin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// I17: in a graph, the visits and ends of each token follow declared edges, and it ends where it is. I15: a token
/// that a safety node stopped takes its error edge only with a real verdict. Keeps the position of tokens of rows
/// that have not ended. Owned by one thread.
final class TopologyCheck {
    private static final int ROUTE = EventTable.NODE_STATE.indexOf("route");
    private static final int STATUS = EventTable.NODE_STATE.indexOf("status");
    private static final int OUTPUTS = EventTable.NODE_STATE.indexOf("outputs");
    private static final int OUTCOME = EventTable.OUTCOME.indexOf("outcome");
    private static final int NODE = EventTable.OUTCOME.indexOf("node");
    private static final int REASON = EventTable.OUTCOME.indexOf("reason");
    private static final int SINK = EventTable.OUTCOME.indexOf("sink");
    private static final int GROUP = EventTable.OUTCOME.indexOf("grp");
    private static final Set<String> UNCHECKED = Set.of("malformed_response", "api_error");

    private final SetupCheck setup;
    private final Findings findings;
    private final Topology topology = new Topology();
    private final Map<Long, Map<Long, Position>> rows = new HashMap<>();
    private final Map<String, Object> errorSinks = new HashMap<>();
    private boolean knowsStarts;

    TopologyCheck(SetupCheck setup, Findings findings) {
        this.setup = setup;
        this.findings = findings;
    }

    /// The last visit of a token: `passed`, or not; `unchecked` if a safety node ended it without a verdict.
    private record Position(int node, boolean passed, Optional<String> route, boolean unchecked) {}

    /// The settings are values and may be deleted; then tokens may start anywhere.
    void started(Optional<byte[]> values) {
        Optional<Map<String, @Nullable Object>> settings = values.map(RecordedJson::object)
                .map(started -> started.get("settings"))
                .filter(Map.class::isInstance)
                .map(RecordedJson::map);
        knowsStarts = settings.isPresent();
        if (settings.isPresent() && settings.get().get(Topology.STARTS) instanceof Map<?, ?> starts) {
            RecordedJson.map(starts).values().forEach(topology::start);
        }
        if (settings.isPresent() && settings.get().get(Topology.ERROR_SINKS) instanceof Map<?, ?> sinks) {
            RecordedJson.map(sinks).forEach((from, to) -> errorSinks.put(from, String.valueOf(to)));
        }
    }

    Topology declared() {
        return topology;
    }

    void declared(Map<String, @Nullable Object> facts) {
        topology.declare(facts);
    }

    void visited(StoredEvent event) {
        if (!topology.isGraph()) {
            return;
        }
        long part = event.number(1);
        int node = Math.toIntExact(event.number(2));
        Map<Long, Position> tokens = rows.computeIfAbsent(event.number(0), _ -> new HashMap<>());
        Optional<Position> last = Optional.ofNullable(tokens.get(part));
        boolean again =
                last.filter(before -> !before.passed && before.node == node).isPresent();
        if (!again && last.isPresent()) {
            moves(event, last.get(), node);
        } else if (last.isEmpty() && part == 0 && !startsAt(event.number(0), node)) {
            findings.add("I17", token(event) + " starts at '" + topology.name(node) + "', where no source leads");
        }
        boolean passed = "completed".equals(event.facts()[STATUS]) && outputs(event) > 0;
        Optional<String> route = Optional.ofNullable(event.facts()[ROUTE]).map(String::valueOf);
        tokens.put(part, new Position(node, passed, route, !passed && isUnchecked(event, node)));
        if (passed && topology.isJoin(node)) {
            event.payload().map(RecordedJson::object).ifPresent(joined -> {
                if (joined.get("apart") instanceof List<?> parts) {
                    parts.forEach(one ->
                            tokens.put(RecordedJson.number(one), new Position(node, true, Optional.empty(), false)));
                }
            });
        }
        if (passed && outputs(event) > 1) {
            event.payload().ifPresent(values -> {
                Map<String, @Nullable Object> made = RecordedJson.object(values);
                if (made.get("parts") instanceof List<?> parts) {
                    for (int i = 0; i < parts.size(); i++) {
                        Optional<String> branch = made.get("branches") instanceof List<?> labels && i < labels.size()
                                ? Optional.of(String.valueOf(labels.get(i)))
                                : route;
                        tokens.put(RecordedJson.number(parts.get(i)), new Position(node, true, branch, false));
                    }
                }
            });
        }
    }

    /// Whether a row may start at a node: a derived one behind its aggregate, or there if that failed.
    private boolean startsAt(long row, int node) {
        OptionalInt aggregate = RowOrigin.aggregate(row);
        if (aggregate.isEmpty()) {
            return !knowsStarts || topology.isStart(node);
        }
        return node == aggregate.getAsInt()
                || topology.after(aggregate.getAsInt(), Optional.empty())
                        .filter(to -> to.equals((long) node))
                        .isPresent();
    }

    private void moves(StoredEvent event, Position last, int node) {
        if (last.passed && topology.closes(node, last.node)) {
            return;
        }
        Optional<Object> allowed = last.passed ? topology.after(last.node, last.route) : topology.onError(last.node);
        if (allowed.filter(to -> to.equals((long) node)).isEmpty()) {
            findings.add(
                    "I17",
                    token(event) + " visits '" + topology.name(node) + "' after it "
                            + (last.passed ? "passed" : "failed at") + " '" + topology.name(last.node)
                            + "', but no edge leads there");
        } else if (last.unchecked) {
            findings.add(
                    "I15",
                    token(event) + " continued from the safety node '" + topology.name(last.node)
                            + "' without a verdict");
        }
    }

    private static long outputs(StoredEvent event) {
        return event.facts()[OUTPUTS] instanceof Long outputs ? outputs : 0;
    }

    /// Whether a visit to a safety node ended without a verdict on the row; deleted values are trusted.
    private boolean isUnchecked(StoredEvent event, int node) {
        return setup.isSafety(node)
                && event.payload()
                        .map(RecordedJson::object)
                        .filter(values -> !"blocked".equals(values.get("verdict"))
                                || !(values.get("reason") instanceof Map<?, ?> reason)
                                || UNCHECKED.contains(String.valueOf(reason.get("reason"))))
                        .isPresent();
    }

    private static String token(StoredEvent event) {
        return "token r" + event.number(0) + "." + event.number(1);
    }

    /// A token ends; `last` if its row does.
    void ended(StoredEvent event, boolean last) {
        if (!topology.isGraph()) {
            return;
        }
        Map<Long, Position> tokens = rows.getOrDefault(event.number(0), Map.of());
        Position position = tokens.get(event.number(1));
        Optional<String> refusedBy = Optional.ofNullable(position).flatMap(at -> refusedBy(event, at));
        if (refusedBy.isPresent()) {
            refused(event, refusedBy.get());
        } else if (position != null
                && event.facts()[SINK] instanceof String sink
                && !target(position, "completed".equals(event.facts()[OUTCOME])).equals(Optional.of(sink))) {
            findings.add(
                    "I17",
                    token(event) + " ends in sink '" + sink + "', but no edge leads there from '"
                            + topology.name(position.node) + "'");
        }
        if (event.facts()[GROUP] != null && !enters(event, Optional.ofNullable(position))) {
            findings.add("I17", token(event) + " entered a group, but no edge leads to its aggregate");
        }
        if (position != null && refusedBy.isEmpty() && !endsThere(event, position)) {
            findings.add(
                    "I17",
                    token(event) + " ends as " + event.facts()[OUTCOME] + ", but it "
                            + (position.passed ? "has passed '" : "has failed at '") + topology.name(position.node)
                            + "'");
        }
        if (last) {
            rows.remove(event.number(0));
        }
    }

    /// The sink that refused a token: it did not end at a node, though an edge leads from its last one to a sink.
    private Optional<String> refusedBy(StoredEvent event, Position position) {
        if ("completed".equals(event.facts()[OUTCOME])
                || event.facts()[NODE] != null
                || event.facts()[REASON] == null) {
            return Optional.empty();
        }
        Optional<Object> to =
                position.passed ? topology.after(position.node, position.route) : topology.onError(position.node);
        return to.filter(target -> target instanceof String && !target.equals("discard"))
                .map(String::valueOf);
    }

    private void refused(StoredEvent event, String by) {
        if (knowsStarts && event.facts()[SINK] instanceof String sink && !sink.equals(errorSinks.get(by))) {
            findings.add(
                    "I17",
                    token(event) + " ends in sink '" + sink + "', which gets no refused rows of sink '" + by + "'");
        }
    }

    /// Whether a token that has ended in a group could reach its aggregate.
    private boolean enters(StoredEvent event, Optional<Position> position) {
        int node = Math.toIntExact(event.number(NODE));
        if (position.isEmpty()) {
            return event.number(1) != 0 || startsAt(event.number(0), node);
        }
        Position last = position.get();
        Optional<Object> to = last.passed ? topology.after(last.node, last.route) : topology.onError(last.node);
        return to.filter(target -> target.equals((long) node)).isPresent();
    }

    /// What came into a node has left it, ended there, or waits: a token ends where it is.
    private boolean endsThere(StoredEvent event, Position position) {
        boolean sunk = event.facts()[SINK] instanceof String;
        return switch (String.valueOf(event.facts()[OUTCOME])) {
            case "completed" -> position.passed && sunk;
            case "failed", "blocked", "indeterminate" ->
                !position.passed && Objects.equals(event.facts()[NODE], (long) position.node);
            case "discarded" ->
                event.facts()[REASON] != null
                        || (position.passed
                                && topology.after(position.node, position.route).equals(Optional.of("discard")));
            default -> true;
        };
    }

    private Optional<Object> target(Position position, boolean completed) {
        if (completed != position.passed) {
            return Optional.empty();
        }
        return completed ? topology.after(position.node, position.route) : topology.onError(position.node);
    }
}
