package dev.rowan.engine.release;

import dev.rowan.engine.order.ReorderBuffer;
import dev.rowan.engine.pipeline.RunSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/// Finished rows that wait for their turn: their position in the input or, with `order: none`, in the order of
/// arrival.
///
/// Shared state: the buffer, a counter of arrivals, and the row numbers by position.
public final class OrderedRelease {
    /// How many finished rows may wait behind an unfinished one. Little more than the number is kept of a completed
    /// row, so this is about 100 MB at most. Rows that did not pass keep more, which the buffer counts in bytes.
    public static final int MAX_HELD = 4_000_000;

    private final RunSettings.Order order;
    private final ReorderBuffer<FinishedRow> buffer;
    private final AtomicLong arrivals = new AtomicLong(1);
    private final RowNumbers numbers = new RowNumbers();
    private final ReleaseListener listener;

    public OrderedRelease(RunSettings settings, int maxHeld) {
        this(settings, maxHeld, ReleaseListener.NONE);
    }

    public OrderedRelease(RunSettings settings, int maxHeld, ReleaseListener listener) {
        this.listener = listener;
        this.order = settings.order();
        this.buffer = new ReorderBuffer<>(1, settings.reorderMemory(), maxHeld, FinishedRow::size, FinishedRow::thin);
    }

    /// Waits until a row may start. `position` counts the rows of this process from 1; up to `others` are in flight
    /// beside it.
    ///
    /// With `order: none` a row takes its turn on arrival, so that parked rows do not block others.
    public boolean awaitCapacity(long position, int others) throws InterruptedException {
        return buffer.awaitCapacity(
                switch (order) {
                    case INPUT -> position;
                    case NONE -> arrivals.get() + others;
                });
    }

    /// Whether [#awaitCapacity] would return true immediately.
    public boolean hasCapacity(long position, int others) {
        return buffer.hasCapacity(
                switch (order) {
                    case INPUT -> position;
                    case NONE -> arrivals.get() + others;
                });
    }

    /// The same for a row that has had its position since it was read.
    public boolean awaitCapacityAgain(long position, int others) throws InterruptedException {
        return order == RunSettings.Order.INPUT || awaitCapacity(position, others);
    }

    /// Assigns the position of a row. Called by the reader thread, in order.
    public void assign(long position, long rowSeq) {
        if (order == RunSettings.Order.INPUT && numbers.add(position, rowSeq)) {
            numbers.forgetBefore(buffer.head());
        }
    }

    /// The row that finished rows wait behind, if any.
    public OptionalLong headRow() {
        OptionalLong position = order == RunSettings.Order.INPUT ? buffer.missing() : OptionalLong.empty();
        return position.isPresent() ? numbers.at(position.getAsLong()) : position;
    }

    public void put(long position, FinishedRow end) {
        long turn = switch (order) {
            case INPUT -> position;
            case NONE -> arrivals.getAndIncrement();
        };
        buffer.complete(turn, end);
    }

    List<FinishedRow> take(int some, int max, Duration wait) throws InterruptedException {
        List<FinishedRow> taken = buffer.take(some, max, wait);
        if (taken.stream().noneMatch(FinishedRow.Postponed.class::isInstance)) {
            return taken;
        }
        var released = new ArrayList<FinishedRow>();
        for (FinishedRow row : taken) {
            if (row instanceof FinishedRow.Postponed(long rowSeq)) {
                listener.rowPostponed(rowSeq);
            } else {
                released.add(row);
            }
        }
        return released;
    }

    /// The row that was taken has been written to its sinks.
    void written(long rowSeq) {
        listener.rowWritten(rowSeq);
    }

    /// Wakes the thread that takes rows.
    public void wake() {
        buffer.wake();
    }

    /// No further row will come.
    public void end() {
        buffer.end();
    }

    boolean isDrained() {
        return buffer.isDrained();
    }

    public int held() {
        return buffer.held();
    }
}
