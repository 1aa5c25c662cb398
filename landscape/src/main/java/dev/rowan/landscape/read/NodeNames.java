package dev.rowan.landscape.read;

import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of a run's nodes by index.
record NodeNames(Map<Integer, Node> byIndex) {

    record Node(String name, String plugin) {}

    static NodeNames of(Query query, LogKey log) throws SQLException {
        var nodes = new HashMap<Integer, Node>();
        query.list(
                        "SELECT facts FROM run_event WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id",
                        row -> RecordedJson.object(row.getString(1)),
                        log.firstId(),
                        log.lastId(),
                        RunEvents.NODE_DECLARED)
                .forEach(facts -> put(nodes, facts));
        return new NodeNames(nodes);
    }

    private static void put(Map<Integer, Node> nodes, Map<String, @Nullable Object> facts) {
        nodes.put(
                Math.toIntExact(RecordedJson.number(facts.get("index"))),
                new Node(String.valueOf(facts.get("name")), String.valueOf(facts.get("plugin"))));
    }

    Node at(int index) {
        return byIndex.getOrDefault(index, new Node("node " + index, "unknown"));
    }
}
