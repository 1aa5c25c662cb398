package dev.rowan.engine.batch;

import dev.rowan.api.Row;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The rows whose calls of a node the owner of a run has released: its workers send them in real time, and they enter
/// no batch job any more. As recorded, in ranges of row numbers.
public final class ReleasedRows {
    private static final String NOTE = "calls_released";

    /// By node: the last row of each range by its first one.
    private final Map<String, NavigableMap<Long, Long>> ranges = new HashMap<>();

    private ReleasedRows() {}

    public static ReleasedRows read(LandscapeReader reader, String runId) {
        return of(reader.notes().list(runId, NOTE));
    }

    static ReleasedRows of(List<Map<String, @Nullable Object>> notes) {
        var released = new ReleasedRows();
        notes.forEach(released::add);
        return released;
    }

    private void add(Map<String, @Nullable Object> note) {
        NavigableMap<Long, Long> node = ranges.computeIfAbsent(String.valueOf(note.get("node")), _ -> new TreeMap<>());
        if (note.get("rows") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof List<?> range
                        && range.getFirst() instanceof Long first
                        && range.getLast() instanceof Long last) {
                    add(node, first, last);
                }
            }
        }
    }

    /// Joins ranges that overlap: a row may be released once for each of its calls.
    private static void add(NavigableMap<Long, Long> node, long first, long last) {
        Map.@Nullable Entry<Long, Long> before = node.floorEntry(first);
        long from = isWithin(before, first) ? before.getKey() : first;
        long to = last;
        for (var next = node.ceilingEntry(from); next != null && next.getKey() <= to; next = node.ceilingEntry(from)) {
            to = Math.max(to, next.getValue());
            node.remove(next.getKey());
        }
        node.put(from, to);
    }

    /// The note that these rows, in ascending order, are released.
    public static LogEntry.RunNoted note(String node, List<Long> rows, Instant at) {
        var ranges = new ArrayList<List<Long>>();
        long first = 0;
        long last = 0;
        for (long row : rows) {
            if (row != last + 1 || first == 0) {
                if (first > 0) {
                    ranges.add(List.of(first, last));
                }
                first = row;
            }
            last = row;
        }
        if (first > 0) {
            ranges.add(List.of(first, last));
        }
        return new LogEntry.RunNoted(
                NOTE, at, Row.of("node", node).with("rows", List.copyOf(ranges)).asMap());
    }

    public boolean contains(String node, long rowSeq) {
        NavigableMap<Long, Long> rows = ranges.get(node);
        return rows != null && isWithin(rows.floorEntry(rowSeq), rowSeq);
    }

    private static boolean isWithin(Map.@Nullable Entry<Long, Long> range, long rowSeq) {
        return range != null && rowSeq <= range.getValue();
    }

    public boolean isEmpty() {
        return ranges.isEmpty();
    }
}
