package dev.rowan.engine.release;

import dev.rowan.engine.order.ReorderBuffer;
import dev.rowan.engine.pipeline.RunSettings;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/// Rows on their way out: each leaves in its turn, which is its place in the input, or with `order: none` its
/// place in the order of arrival.
///
/// Shared state: the buffer, a counter of arrivals, and the numbers of the rows by their places.
public final class OrderedRelease {
    /// How many finished rows may wait behind one that is not: of a row that passed, little more than its
    /// number is kept, so this is some 100 MB at worst. Rows that did not pass keep more, which the buffer
    /// counts in bytes.
    public static final int MAX_HELD = 4_000_000;

    private final RunSettings.Order order;
    private final ReorderBuffer<FinishedRow> buffer;
    private final AtomicLong arrivals = new AtomicLong(1);
    private final RowNumbers numbers = new RowNumbers();

    public OrderedRelease(RunSettings settings, int mostHeld) {
        this.order = settings.order();
        this.buffer = new ReorderBuffer<>(1, settings.reorderMemory(), mostHeld, FinishedRow::size, FinishedRow::thin);
    }

    /// `place` is the row's place among those of this process, from 1; up to `others` are on their way beside
    /// it.
    ///
    /// With `order: none` a row takes its turn when it arrives, so that rows which are parked keep nobody
    /// waiting.
    public boolean awaitCapacity(long place, int others) throws InterruptedException {
        return buffer.awaitCapacity(
                switch (order) {
                    case INPUT -> place;
                    case NONE -> arrivals.get() + others;
                });
    }

    /// Whether [#awaitCapacity] would return at once and let the row in.
    public boolean hasCapacity(long place, int others) {
        return buffer.hasCapacity(
                switch (order) {
                    case INPUT -> place;
                    case NONE -> arrivals.get() + others;
                });
    }

    /// The same for a row that has had its place since it was read.
    public boolean awaitCapacityAgain(long place, int others) throws InterruptedException {
        return order == RunSettings.Order.INPUT || awaitCapacity(place, others);
    }

    /// A row has its place. Called by the reader thread, in the order of places.
    public void assign(long place, long rowSeq) {
        if (order == RunSettings.Order.INPUT && numbers.add(place, rowSeq)) {
            numbers.forgetBefore(buffer.head());
        }
    }

    /// The row that finished ones wait behind, if there is one.
    public OptionalLong headRow() {
        OptionalLong place = order == RunSettings.Order.INPUT ? buffer.missing() : OptionalLong.empty();
        return place.isPresent() ? numbers.at(place.getAsLong()) : place;
    }

    public void put(long place, FinishedRow end) {
        long turn = switch (order) {
            case INPUT -> place;
            case NONE -> arrivals.getAndIncrement();
        };
        buffer.complete(turn, end);
    }

    List<FinishedRow> take(int some, int max, Duration wait) throws InterruptedException {
        return buffer.take(some, max, wait);
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
