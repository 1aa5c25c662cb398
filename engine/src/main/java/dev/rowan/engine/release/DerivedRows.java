package dev.rowan.engine.release;

import dev.rowan.landscape.record.RowOrigin;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/// What the release thread and the reader thread tell each other about derived rows: which ones are on record and
/// wait to be started, and which aggregate is to be closed because the input has ended.
///
/// Rows that wait take no memory of their own: they are ranges of numbers by aggregate. In a replay the reader asks
/// for each by its number, since they start in the order on record.
///
/// Thread-safe; guarded by its monitor.
public final class DerivedRows {
    private final NavigableMap<Integer, Range> waiting = new TreeMap<>();
    private final Set<Long> replayed = new HashSet<>();
    private boolean replays;
    private long ended;
    private long recorded;
    private OptionalInt closing = OptionalInt.empty();

    /// Consecutive rows of one aggregate, `to` not included.
    public record Range(long from, long to) {}

    /// Rows are asked for by number.
    public synchronized void replay() {
        replays = true;
    }

    /// So many rows were passed on to their sinks and groups, and the rows `made` are on record, of which `number`
    /// is the last.
    synchronized void settled(long rows, List<Long> made, long number) {
        ended += rows;
        recorded = Math.max(recorded, number);
        if (replays) {
            replayed.addAll(made);
        } else {
            made.forEach(row -> waiting.merge(
                    RowOrigin.of(row), new Range(row, row + 1), (before, more) -> new Range(before.from, more.to)));
        }
        notifyAll();
    }

    /// The first rows of one aggregate that wait to be started, `max` at most.
    public synchronized Range take(int max) {
        Map.Entry<Integer, Range> first = waiting.pollFirstEntry();
        if (first == null) {
            return new Range(0, 0);
        }
        Range range = first.getValue();
        long to = Math.min(range.to, range.from + max);
        if (to < range.to) {
            waiting.put(first.getKey(), new Range(to, range.to));
        }
        return new Range(range.from, to);
    }

    /// The last record of rows that wait or were taken.
    public synchronized long recorded() {
        return recorded;
    }

    /// Waits until derived rows wait or `started` rows have ended; whether the latter.
    public synchronized boolean awaitEnded(long started) throws InterruptedException {
        while (waiting.isEmpty() && ended < started) {
            wait();
        }
        return waiting.isEmpty();
    }

    /// Waits until `row` is on record, in a replay in which `started` rows have started. False if all of these have
    /// ended without it.
    public synchronized boolean awaitMade(long row, long started) throws InterruptedException {
        while (!replayed.contains(row) && ended < started) {
            wait();
        }
        return replayed.remove(row);
    }

    /// Asks for the groups of an aggregate to be closed, and waits until they are.
    public synchronized void close(int node, Runnable wake) throws InterruptedException {
        closing = OptionalInt.of(node);
        wake.run();
        while (closing.isPresent()) {
            wait();
        }
    }

    /// The aggregate whose groups are to be closed.
    synchronized OptionalInt closing() {
        return closing;
    }

    synchronized void closed() {
        closing = OptionalInt.empty();
        notifyAll();
    }
}
