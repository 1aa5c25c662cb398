package dev.rowan.landscape.export;

import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// A run being exported, with the names of its nodes by index.
record ExportedRun(Connection connection, LogKey log, String name, Map<Integer, String> nodes) {

    static ExportedRun of(Connection connection, LogKey log, String name) throws SQLException {
        var nodes = new HashMap<Integer, String>();
        try (PreparedStatement select = connection.prepareStatement("SELECT facts FROM run_event"
                + " WHERE event_id BETWEEN ? AND ? AND type = '" + RunEvents.NODE_DECLARED
                + "' ORDER BY event_id")) {
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastId());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    var facts = RecordedJson.object(row.getString(1));
                    nodes.put(
                            Math.toIntExact(RecordedJson.number(facts.get("index"))),
                            String.valueOf(facts.get("name")));
                }
            }
        }
        return new ExportedRun(connection, log, name, nodes);
    }

    String runId() {
        return log.runId();
    }

    String node(int index) {
        return nodes.getOrDefault(index, "node " + index);
    }
}
