package dev.rowan.landscape.write;

import dev.rowan.landscape.chain.Event;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.Link;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// The inserts of all event tables: two per table, since most events of some tables have no values and cost less
/// without.
///
/// Owned by the writer's thread.
final class EventInserts implements AutoCloseable {
    private final Map<EventTable, Pair> pairs = new EnumMap<>(EventTable.class);

    /// The two inserts of a table.
    private record Pair(EventInsert plain, EventInsert valued) {}

    EventInserts(EventInsert.Target target) throws SQLException {
        for (EventTable table : EventTable.values()) {
            pairs.put(table, new Pair(EventInsert.withoutValues(table, target), EventInsert.withValues(table, target)));
        }
    }

    void add(Event event, Link link) throws SQLException {
        Pair pair = Objects.requireNonNull(pairs.get(event.table()));
        (event.payload().isPresent() ? pair.valued() : pair.plain()).add(link, event);
    }

    void flush() throws SQLException {
        for (Pair pair : pairs.values()) {
            pair.plain().flush();
            pair.valued().flush();
        }
    }

    @Override
    public void close() throws SQLException {
        for (Pair pair : pairs.values()) {
            pair.plain().close();
            pair.valued().close();
        }
    }
}
