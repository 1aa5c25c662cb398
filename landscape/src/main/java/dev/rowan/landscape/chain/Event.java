package dev.rowan.landscape.chain;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One event before it is linked: its table, its time in microseconds, its facts in the table's order, its values.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
public record Event(EventTable table, long time, @Nullable Object[] facts, Optional<EventPayload> payload) {

    /// A part of what an event costs in memory that is not in its arrays.
    private static final int OVERHEAD = 200;

    public static Event of(EventTable table, long time, @Nullable Object... facts) {
        return new Event(table, time, facts, Optional.empty());
    }

    public Event with(EventPayload values) {
        return new Event(table, time, facts, Optional.of(values));
    }

    /// About how many bytes of memory the event holds while it waits to be written.
    public long weight() {
        return OVERHEAD + payload.map(p -> (long) p.bytes().length).orElse(0L);
    }
}
