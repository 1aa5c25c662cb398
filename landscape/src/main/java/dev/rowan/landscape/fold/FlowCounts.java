package dev.rowan.landscape.fold;

import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.history.RunFlow.Ended;
import dev.rowan.landscape.history.RunFlow.Visits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Counts the tokens on the edges of a run's graph. The heads of a run that is not a chain record them.
///
/// Owned by one thread.
final class FlowCounts {
    /// The reason of tokens that a join did without; they ended on the way to it.
    private static final String JOIN_CLOSED = "join_closed";

    private final Map<String, Long> rowsRead = new TreeMap<>();
    private final Map<String, Long> unreadable = new TreeMap<>();
    private final Map<VisitKey, long[]> visits = new LinkedHashMap<>();
    private final Map<EndKey, Long> ended = new LinkedHashMap<>();

    private record VisitKey(long node, String route, boolean completed) {}

    private record EndKey(long node, String sink) {}

    void read(Optional<String> source, boolean readable) {
        (readable ? rowsRead : unreadable).merge(source.orElse(""), 1L, Long::sum);
    }

    void visited(long node, Optional<String> route, boolean completed, boolean first, long outputs) {
        long[] sums = visits.computeIfAbsent(new VisitKey(node, route.orElse(""), completed), _ -> new long[3]);
        sums[0]++;
        sums[1] += outputs;
        sums[2] += first ? 1 : 0;
    }

    /// An aggregate sent on so many rows more, which count as its completed visits.
    void derived(long node, long count) {
        long[] sums = visits.computeIfAbsent(new VisitKey(node, "", true), _ -> new long[3]);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += count;
        }
    }

    void ended(long node, Optional<String> reason, Optional<String> sink) {
        if (!reason.equals(Optional.of(JOIN_CLOSED))) {
            ended.merge(new EndKey(node, sink.orElse("")), 1L, Long::sum);
        }
    }

    RunFlow flow() {
        var visited = new ArrayList<Visits>();
        visits.forEach((key, sums) -> visited.add(
                new Visits(Math.toIntExact(key.node()), key.route(), key.completed(), sums[0], sums[1], sums[2])));
        var ends = new ArrayList<Ended>();
        ended.forEach((key, count) -> ends.add(new Ended(Math.toIntExact(key.node()), key.sink(), count)));
        return new RunFlow(rowsRead, unreadable, visited, ends);
    }

    /// As a head records them: lists of numbers and names.
    Map<String, Object> asMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("read", rowsRead);
        map.put("unreadable", unreadable);
        var visited = new ArrayList<Object>();
        visits.forEach((key, sums) ->
                visited.add(List.of(key.node(), key.route(), key.completed(), sums[0], sums[1], sums[2])));
        map.put("visits", visited);
        var ends = new ArrayList<Object>();
        ended.forEach((key, count) -> ends.add(List.of(key.node(), key.sink(), count)));
        map.put("ended", ends);
        return map;
    }

    static FlowCounts of(Map<String, @Nullable Object> map) {
        var counts = new FlowCounts();
        RecordedJson.map(map.get("read"))
                .forEach((source, rows) -> counts.rowsRead.put(source, RecordedJson.number(rows)));
        RecordedJson.map(map.get("unreadable"))
                .forEach((source, rows) -> counts.unreadable.put(source, RecordedJson.number(rows)));
        for (List<?> one : lists(map.get("visits"))) {
            counts.visits.put(
                    new VisitKey(number(one, 0), String.valueOf(one.get(1)), Boolean.TRUE.equals(one.get(2))),
                    new long[] {number(one, 3), number(one, 4), number(one, 5)});
        }
        for (List<?> one : lists(map.get("ended"))) {
            counts.ended.put(new EndKey(number(one, 0), String.valueOf(one.get(1))), number(one, 2));
        }
        return counts;
    }

    private static long number(List<?> list, int index) {
        return RecordedJson.number(list.get(index));
    }

    private static List<List<?>> lists(@Nullable Object value) {
        var found = new ArrayList<List<?>>();
        if (value instanceof List<?> all) {
            for (Object one : all) {
                if (one instanceof List<?> list) {
                    found.add(list);
                }
            }
        }
        return found;
    }
}
