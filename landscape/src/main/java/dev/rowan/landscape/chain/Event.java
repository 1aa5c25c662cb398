package dev.rowan.landscape.chain;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An event before it is linked: table, time in microseconds, facts in the table's order, and values.
@SuppressWarnings("ArrayRecordComponent") // handed over, never changed
public record Event(EventTable table, long time, @Nullable Object[] facts, Optional<EventPayload> payload) {

    /// The approximate memory of an event outside its arrays.
    private static final int OVERHEAD = 200;

    public static Event of(EventTable table, long time, @Nullable Object... facts) {
        return new Event(table, time, facts, Optional.empty());
    }

    public Event with(EventPayload values) {
        return new Event(table, time, facts, Optional.of(values));
    }

    /// The approximate memory that the event holds while queued.
    public long weight() {
        return OVERHEAD + payload.map(p -> (long) p.bytes().length).orElse(0L);
    }
}
