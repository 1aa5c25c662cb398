package dev.rowan.landscape.fold;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.record.RowOrigin;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The counts of a run's events so far. Each head records them, so that the state of a run is its last head plus
/// the few events after it, whatever the number of rows.
///
/// Owned by one thread.
public final class RunCounts {
    private long rowsRead;
    private long rowsDerived;
    private long rowsEnded;
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, Long> sinks = new TreeMap<>();
    private final Map<String, Long> reasons = new TreeMap<>();

    /// The row of the last outcome: all tokens of a row end together. Null before the first one.
    private @Nullable Long lastEnded;

    private final CallCounts calls = new CallCounts();
    private long resumed;

    /// The tokens on the edges; null after a head without them, of an older version or of a chain.
    private @Nullable FlowCounts flow = new FlowCounts();

    private boolean isGraph;

    /// The splits of a writer beside the owner that are done; null in the owner's chain.
    private @Nullable Long splitsDone;

    /// The last mark of each sink; null after a head of an older version without marks.
    private @Nullable Map<String, Sink.Mark> marks = new TreeMap<>();

    public void rowRead(Optional<String> source, boolean readable) {
        rowsRead++;
        if (isGraph && flow != null) {
            flow.read(source, readable);
        }
    }

    /// A node was declared with edges: the run is no chain.
    public void graph() {
        isGraph = true;
    }

    /// A visit to a node ended; `first` is whether it was the token's first one there.
    public void visited(long node, Optional<String> route, boolean completed, boolean first, long outputs) {
        if (isGraph && flow != null) {
            flow.visited(node, route, completed, first, outputs);
        }
    }

    /// A token ended where it failed.
    public void endedAt(long node, Optional<String> reason, Optional<String> sink) {
        if (isGraph && flow != null) {
            flow.ended(node, reason, sink);
        }
    }

    /// The tokens on the edges of the graph; empty if they were not counted from the start.
    public Optional<RunFlow> flow() {
        return isGraph ? Optional.ofNullable(flow).map(FlowCounts::flow) : Optional.empty();
    }

    /// An aggregate made a row.
    public void rowDerived(long rowSeq) {
        rowsDerived++;
        if (isGraph && flow != null) {
            flow.derived(RowOrigin.aggregate(rowSeq).orElseThrow(), 1);
        }
    }

    /// A row that visits the aggregate that made it stands for a failure there, and took no edge from it.
    void visitedByRow(long node, long rowSeq) {
        if (isGraph && flow != null && RowOrigin.of(rowSeq) == node + 1) {
            flow.derived(node, -1);
        }
    }

    /// These are the counts of a writer's chain: its rows end with their splits.
    void joined() {
        if (splitsDone == null) {
            splitsDone = 0L;
        }
    }

    void splitDone(long rows) {
        splitsDone = splitsDone == null ? 1 : splitsDone + 1;
        rowsEnded += rows;
    }

    public void ended(long rowSeq, Outcome outcome, Optional<String> reason, Optional<String> sink) {
        outcomes.merge(outcome, 1L, Long::sum);
        reason.ifPresent(code -> reasons.merge(code, 1L, Long::sum));
        sink.ifPresent(name -> sinks.merge(name, 1L, Long::sum));
        if (splitsDone == null && (lastEnded == null || lastEnded != rowSeq)) {
            rowsEnded++;
            lastEnded = rowSeq;
        }
    }

    /// The sums of the counts of all chains of a run.
    public static RunCounts sum(List<RunCounts> chains) {
        var sum = new RunCounts();
        chains.forEach(sum::add);
        return sum;
    }

    private void add(RunCounts chain) {
        rowsRead += chain.rowsRead;
        rowsDerived += chain.rowsDerived;
        rowsEnded += chain.rowsEnded;
        resumed += chain.resumed;
        chain.outcomes.forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
        chain.sinks.forEach((sink, count) -> sinks.merge(sink, count, Long::sum));
        chain.reasons.forEach((reason, count) -> reasons.merge(reason, count, Long::sum));
        calls.add(chain.calls);
        if (marks != null) {
            marks.putAll(chain.marks().orElse(Map.of()));
        }
    }

    public long rowsRead() {
        return rowsRead;
    }

    /// The rows that aggregates made.
    public long rowsDerived() {
        return rowsDerived;
    }

    public long rowsEnded() {
        return rowsEnded;
    }

    public Map<Outcome, Long> outcomes() {
        return Map.copyOf(outcomes);
    }

    public Map<String, Long> sinks() {
        return Map.copyOf(sinks);
    }

    public Map<String, Long> reasons() {
        return Map.copyOf(reasons);
    }

    public void resumed() {
        resumed++;
    }

    /// The number of resumes.
    public long timesResumed() {
        return resumed;
    }

    public void synced(String sink, Sink.Mark mark) {
        if (marks != null) {
            marks.put(sink, mark);
        }
    }

    /// The last mark of each sink; empty if the head this continues from has none.
    public Optional<Map<String, Sink.Mark>> marks() {
        return Optional.ofNullable(marks).map(Map::copyOf);
    }

    /// Sets the marks that the head this continues from does not have.
    public void knowMarks(Map<String, Sink.Mark> found) {
        marks = new TreeMap<>(found);
    }

    public CallCounts calls() {
        return calls;
    }

    /// The counts as recorded in a head.
    public Map<String, Object> asMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("rows_read", rowsRead);
        if (rowsDerived > 0) {
            map.put("rows_derived", rowsDerived);
        }
        map.put("rows_ended", rowsEnded);
        var named = new TreeMap<String, Long>();
        outcomes.forEach((outcome, count) -> named.put(outcome.word(), count));
        map.put("outcomes", named);
        map.put("sinks", sinks);
        map.put("reasons", reasons);
        if (lastEnded != null) {
            map.put("last_ended", lastEnded);
        }
        calls.asMap().ifPresent(sums -> map.put("calls", sums));
        if (resumed > 0) {
            map.put("resumed", resumed);
        }
        if (splitsDone != null) {
            map.put("splits_done", splitsDone);
        }
        if (isGraph && flow != null) {
            map.put("flow", flow.asMap());
        }
        if (marks != null) {
            var facts = new TreeMap<String, Object>();
            marks.forEach((sink, mark) -> facts.put(sink, SinkMarks.values(mark)));
            map.put("marks", facts);
        }
        return map;
    }

    public static RunCounts of(Map<String, @Nullable Object> map) {
        var tally = new RunCounts();
        tally.rowsRead = RecordedJson.number(map.get("rows_read"));
        tally.rowsDerived = map.get("rows_derived") == null ? 0 : RecordedJson.number(map.get("rows_derived"));
        tally.rowsEnded = RecordedJson.number(map.get("rows_ended"));
        RecordedJson.map(map.get("outcomes"))
                .forEach((word, count) -> tally.outcomes.put(outcome(word), RecordedJson.number(count)));
        RecordedJson.map(map.get("sinks")).forEach((sink, count) -> tally.sinks.put(sink, RecordedJson.number(count)));
        RecordedJson.map(map.get("reasons"))
                .forEach((code, count) -> tally.reasons.put(code, RecordedJson.number(count)));
        tally.lastEnded = map.get("last_ended") instanceof Long row ? row : null;
        if (map.get("calls") != null) {
            tally.calls.continueFrom(RecordedJson.map(map.get("calls")));
        }
        if (map.get("flow") != null) {
            tally.graph();
            tally.flow = FlowCounts.of(RecordedJson.map(map.get("flow")));
        } else if (tally.rowsRead > 0) {
            tally.flow = null;
        }
        tally.resumed = map.get("resumed") == null ? 0 : RecordedJson.number(map.get("resumed"));
        tally.splitsDone = map.get("splits_done") instanceof Long done ? done : null;
        tally.marks = map.get("marks") == null ? null : SinkMarks.all(RecordedJson.map(map.get("marks")));
        return tally;
    }

    public static Outcome outcome(String word) {
        return Outcome.valueOf(word.toUpperCase(Locale.ROOT));
    }
}
