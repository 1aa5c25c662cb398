package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// The inserts of all event tables.
///
/// Owned by the writer's thread.
final class EventInserts implements AutoCloseable {
    private final Map<EventTable, EventInsert> inserts = new EnumMap<>(EventTable.class);

    EventInserts(EventInsert.Target target) {
        for (EventTable table : EventTable.values()) {
            inserts.put(table, new EventInsert(table, target));
        }
    }

    void add(Event event, Link link) throws SQLException {
        Objects.requireNonNull(inserts.get(event.table())).add(link, event);
    }

    void flush() throws SQLException {
        for (EventInsert insert : inserts.values()) {
            insert.flush();
        }
    }

    @Override
    public void close() throws SQLException {
        for (EventInsert insert : inserts.values()) {
            insert.close();
        }
    }
}
