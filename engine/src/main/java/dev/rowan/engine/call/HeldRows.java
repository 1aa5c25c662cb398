package dev.rowan.engine.call;

import dev.rowan.engine.call.RejectionSeries.CallSite;
import dev.rowan.engine.call.RejectionSeries.HeldRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/// The rows held back, oldest first, bounded in number and bytes. Owned by the [RejectionSeries].
final class HeldRows {
    static final int MAX_ROWS = 10_000;

    private final long maxBytes;
    private final Deque<Held> rows = new ArrayDeque<>();
    private long bytes;

    HeldRows(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    private record Held(CallSite site, HeldRow row) {}

    /// Adds a row, and returns the oldest ones that exceed the bounds; the row itself, if it alone is too large.
    List<HeldRow> add(CallSite site, HeldRow row) {
        rows.addLast(new Held(site, row));
        bytes += row.bytes();
        var evicted = new ArrayList<HeldRow>();
        while (bytes > maxBytes || rows.size() > MAX_ROWS) {
            HeldRow oldest = rows.removeFirst().row();
            bytes -= oldest.bytes();
            evicted.add(oldest);
        }
        return evicted;
    }

    List<HeldRow> removeAll(Predicate<CallSite> which) {
        var removed = new ArrayList<HeldRow>();
        rows.removeIf(held -> which.test(held.site()) && removed.add(held.row()));
        for (HeldRow row : removed) {
            bytes -= row.bytes();
        }
        return removed;
    }
}
