package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Chain;
import dev.rowan.landscape.chain.Column;
import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventPayload;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A stored event without its values: what its hash covers, and its stored leaf.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
record LoggedEvent(long seq, int epoch, Event event, Optional<EventPayload.Digest> digest, byte[] leaf) {
    private static final String COMMON = "event_id, epoch, time, leaf, payload_length, payload_sha256";
    private static final int FIRST_FACT = 7;

    /// The events from `seq` on, in order.
    static List<LoggedEvent> from(Session session, LogKey log, long seq) throws SQLException {
        var events = new ArrayList<LoggedEvent>();
        for (EventTable table : EventTable.values()) {
            String facts = table.facts().stream().map(Column::name).collect(Collectors.joining(", "));
            try (PreparedStatement select = session.connection()
                    .prepareStatement("SELECT " + COMMON + ", " + facts + " FROM " + table.table()
                            + " WHERE event_id BETWEEN ? AND ?")) {
                select.setLong(1, log.eventId(seq));
                select.setLong(2, log.lastId());
                try (ResultSet row = select.executeQuery()) {
                    while (row.next()) {
                        events.add(of(table, row));
                    }
                }
            }
        }
        events.sort(Comparator.comparingLong(LoggedEvent::seq));
        return events;
    }

    private static LoggedEvent of(EventTable table, ResultSet row) throws SQLException {
        @Nullable Object[] facts = new @Nullable Object[table.facts().size()];
        for (int i = 0; i < facts.length; i++) {
            facts[i] = table.facts().get(i).read(row, FIRST_FACT + i);
        }
        byte[] sha256 = row.getBytes("payload_sha256");
        return new LoggedEvent(
                LogKey.seq(row.getLong("event_id")),
                row.getInt("epoch"),
                Event.of(table, row.getLong("time"), facts),
                sha256 == null
                        ? Optional.empty()
                        : Optional.of(new EventPayload.Digest(sha256, row.getLong("payload_length"))),
                row.getBytes("leaf"));
    }

    /// Appends the event to the chain; returns whether the result matches the stored leaf.
    boolean isNextOf(Chain chain) {
        return Arrays.equals(
                chain.append(event.table(), event.time(), event.facts(), digest, epoch)
                        .leaf(),
                leaf);
    }
}
