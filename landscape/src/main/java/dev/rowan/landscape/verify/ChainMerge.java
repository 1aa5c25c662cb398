package dev.rowan.landscape.verify;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.fold.ChainEvents;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// The events of all chains of a run: each chain in its order, and every event after those of other chains that it
/// has seen. Beyond that the order is by time. Owned by one thread.
final class ChainMerge implements AutoCloseable {
    private final Map<Integer, Cursor> cursors = new TreeMap<>();
    private final Optional<Cursor> single;
    private boolean unmet;

    ChainMerge(Session session, LogKey owner, Collection<Integer> writers) throws SQLException {
        for (int writer : writers) {
            var cursor = new Cursor(new EventStream(session, owner.of(writer), writers.size()));
            cursors.put(writer, cursor);
            cursor.advance();
        }
        single = cursors.size() == 1 ? cursors.values().stream().findFirst() : Optional.empty();
    }

    /// The writers with events in any table, and the owner.
    static Collection<Integer> writers(Session session, LogKey owner) throws SQLException {
        var found = new TreeSet<Integer>();
        found.add(LogKey.OWNER);
        for (EventTable table : EventTable.values()) {
            try (PreparedStatement select = session.connection()
                    .prepareStatement(
                            "SELECT min(event_id) FROM " + table.table() + " WHERE event_id BETWEEN ? AND ?")) {
                Optional<Long> next = first(select, owner.lastId() + 1, owner.lastIdOfRun());
                while (next.isPresent()) {
                    int writer = LogKey.writer(next.get());
                    found.add(writer);
                    next = first(select, owner.of(writer).lastId() + 1, owner.lastIdOfRun());
                }
            }
        }
        return found;
    }

    private static Optional<Long> first(PreparedStatement select, long from, long to) throws SQLException {
        select.setLong(1, from);
        select.setLong(2, to);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            long id = row.getLong(1);
            return row.wasNull() ? Optional.empty() : Optional.of(id);
        }
    }

    /// One chain: its next event, what that has seen, and the last event taken.
    private static final class Cursor {
        private final EventStream events;
        private Optional<StoredEvent> next = Optional.empty();
        private Map<Integer, Long> after = Map.of();
        private long taken = -1;

        Cursor(EventStream events) {
            this.events = events;
        }

        int writer() {
            return next.orElseThrow().writer();
        }

        void advance() throws SQLException {
            next.ifPresent(event -> taken = LogKey.seq(event.eventId()));
            next = events.next();
            after = next.map(Cursor::after).orElse(Map.of());
        }

        private static Map<Integer, Long> after(StoredEvent event) {
            if (event.table() != EventTable.RUN_EVENT) {
                return Map.of();
            }
            try {
                String type = String.valueOf(event.facts()[0]);
                return ChainEvents.after(type, RecordedJson.object(String.valueOf(event.facts()[1])));
            } catch (LandscapeException | IllegalArgumentException unreadable) {
                return Map.of(); // the check of its chain reports it
            }
        }
    }

    Optional<StoredEvent> next() throws SQLException {
        Optional<Cursor> ready = single.filter(only -> only.next.isPresent()).or(() -> earliest(true));
        unmet = ready.isEmpty();
        Optional<Cursor> cursor = ready.or(() -> earliest(false)); // a writer's, since the owner's seal waits for all
        if (cursor.isEmpty()) {
            return Optional.empty();
        }
        Optional<StoredEvent> event = cursor.get().next;
        cursor.get().advance();
        return event;
    }

    /// Whether the last event has seen one that is not there.
    boolean unmet() {
        return unmet;
    }

    private Optional<Cursor> earliest(boolean ready) {
        return cursors.values().stream()
                .filter(cursor -> cursor.next.isPresent())
                .filter(cursor -> !ready || isReady(cursor))
                .min(Comparator.<Cursor, Boolean>comparing(cursor -> !ready && cursor.writer() == LogKey.OWNER)
                        .thenComparingLong(cursor -> cursor.next.orElseThrow().time()));
    }

    private boolean isReady(Cursor cursor) {
        for (var seen : cursor.after.entrySet()) {
            Cursor other = cursors.get(seen.getKey());
            if (other == null || other.taken < seen.getValue()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws SQLException {
        for (Cursor cursor : cursors.values()) {
            cursor.events.close();
        }
    }
}
