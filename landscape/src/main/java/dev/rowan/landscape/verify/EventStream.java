package dev.rowan.landscape.verify;

import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// A log's events from all tables, merged in sequence order with a few in memory at a time. Owned by one thread.
final class EventStream implements AutoCloseable {
    private static final int FETCH = 500;
    private static final int MIN_FETCH = 20;

    private final List<Cursor> cursors = new ArrayList<>();
    private final PriorityQueue<Cursor> next = new PriorityQueue<>(Comparator.comparingLong(Cursor::eventId));

    EventStream(Session session, LogKey log) throws SQLException {
        this(session, log, 1);
    }

    /// One of `streams` that are read at the same time.
    EventStream(Session session, LogKey log, int streams) throws SQLException {
        for (EventTable table : EventTable.values()) {
            PreparedStatement select = session.connection().prepareStatement(StoredEvent.select(table));
            select.setFetchSize(Math.max(MIN_FETCH, FETCH / streams));
            select.setLong(1, log.firstId());
            select.setLong(2, log.lastId());
            var cursor = new Cursor(table, select, select.executeQuery());
            cursors.add(cursor);
            advance(cursor);
        }
    }

    /// The events of one table.
    private record Cursor(EventTable table, PreparedStatement select, ResultSet rows) {
        long eventId() {
            try {
                return rows.getLong("event_id");
            } catch (SQLException error) {
                throw new IllegalStateException(error);
            }
        }
    }

    private void advance(Cursor cursor) throws SQLException {
        if (cursor.rows().next()) {
            next.add(cursor);
        }
    }

    Optional<StoredEvent> next() throws SQLException {
        Cursor cursor = next.poll();
        if (cursor == null) {
            return Optional.empty();
        }
        StoredEvent event = StoredEvent.from(cursor.table(), cursor.rows());
        advance(cursor);
        return Optional.of(event);
    }

    @Override
    public void close() throws SQLException {
        for (Cursor cursor : cursors) {
            cursor.select().close();
        }
    }
}
