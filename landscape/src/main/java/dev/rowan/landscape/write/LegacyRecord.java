package dev.rowan.landscape.write;

import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.chain.MerkleTree;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.RunEvents;
import dev.rowan.landscape.fold.SinkMarks;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reconstructs from events what heads of older versions do not state.
final class LegacyRecord {
    private static final int FETCH = 5_000;

    private LegacyRecord() {}

    /// The roots of the complete subtrees over the first `size` events in hex, computed from their leaves.
    static List<String> subtrees(Session session, LogKey log, long size) throws SQLException {
        String sql = Arrays.stream(EventTable.values())
                        .map(table -> "SELECT event_id, leaf FROM " + table.table() + " WHERE event_id BETWEEN ? AND ?")
                        .collect(Collectors.joining(" UNION ALL "))
                + " ORDER BY event_id";
        MerkleTree tree = MerkleTree.create();
        try (PreparedStatement select = session.connection().prepareStatement(sql)) {
            select.setFetchSize(FETCH);
            for (int i = 0; i < EventTable.values().length; i++) {
                select.setLong(2 * i + 1, log.firstId());
                select.setLong(2 * i + 2, log.eventId(size) - 1);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    if (LogKey.seq(row.getLong(1)) != tree.size()) {
                        throw new LandscapeException("the record of run " + log.runId() + " lacks its event "
                                + tree.size() + ": it was changed; see `rowan verify " + log.runId() + "`");
                    }
                    tree.append(row.getBytes(2));
                }
            }
        }
        return tree.subtrees().stream().map(HexFormat.of()::formatHex).toList();
    }

    /// The last mark of each sink among the first `size` events.
    static Map<String, Sink.Mark> marks(Session session, LogKey log, long size) throws SQLException {
        var marks = new TreeMap<String, Sink.Mark>();
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT facts FROM run_event"
                        + " WHERE event_id BETWEEN ? AND ? AND type = ? ORDER BY event_id")) {
            select.setFetchSize(FETCH);
            select.setLong(1, log.firstId());
            select.setLong(2, log.eventId(size) - 1);
            select.setString(3, RunEvents.SINK_SYNCED);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    var synced = RecordedJson.object(row.getString(1));
                    marks.put(String.valueOf(synced.get("sink")), SinkMarks.mark(synced));
                }
            }
        }
        return marks;
    }
}
