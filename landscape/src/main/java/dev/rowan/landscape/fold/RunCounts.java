package dev.rowan.landscape.fold;

import dev.rowan.api.Outcome;
import dev.rowan.api.plugin.Sink;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
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

    /// Unfinished tokens of rows that were split; other rows have one.
    private final Map<Long, Long> open = new HashMap<>();

    private final CallCounts calls = new CallCounts();
    private long resumed;

    /// The last mark of each sink; null after a head of an older version without marks.
    private @Nullable Map<String, Sink.Mark> marks = new TreeMap<>();

    public void rowRead() {
        rowsRead++;
    }

    public void rowDerived() {
        rowsDerived++;
    }

    /// A visit turned one token of the row into `outputs`.
    public void split(long rowSeq, long outputs) {
        if (outputs > 1) {
            open.merge(rowSeq, outputs, (before, more) -> before + more - 1);
        }
    }

    public void ended(long rowSeq, Outcome outcome, Optional<String> reason, Optional<String> sink) {
        outcomes.merge(outcome, 1L, Long::sum);
        reason.ifPresent(code -> reasons.merge(code, 1L, Long::sum));
        sink.ifPresent(name -> sinks.merge(name, 1L, Long::sum));
        Long remaining = open.computeIfPresent(rowSeq, (_, tokens) -> tokens > 1 ? tokens - 1 : null);
        if (remaining == null) {
            rowsEnded++;
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
        map.put("outcomes", counts(outcomes, Outcome::word));
        map.put("sinks", sinks);
        map.put("reasons", reasons);
        map.put("open", counts(open, String::valueOf));
        calls.asMap().ifPresent(sums -> map.put("calls", sums));
        if (resumed > 0) {
            map.put("resumed", resumed);
        }
        if (marks != null) {
            var facts = new TreeMap<String, Object>();
            marks.forEach((sink, mark) -> facts.put(sink, SinkMarks.values(mark)));
            map.put("marks", facts);
        }
        return map;
    }

    private static <K> Map<String, Long> counts(Map<K, Long> from, Function<K, String> name) {
        var named = new TreeMap<String, Long>();
        from.forEach((key, count) -> named.put(name.apply(key), count));
        return named;
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
        RecordedJson.map(map.get("open"))
                .forEach((row, count) -> tally.open.put(Long.valueOf(row), RecordedJson.number(count)));
        if (map.get("calls") != null) {
            tally.calls.continueFrom(RecordedJson.map(map.get("calls")));
        }
        tally.resumed = map.get("resumed") == null ? 0 : RecordedJson.number(map.get("resumed"));
        tally.marks = map.get("marks") == null ? null : SinkMarks.all(RecordedJson.map(map.get("marks")));
        return tally;
    }

    public static Outcome outcome(String word) {
        return Outcome.valueOf(word.toUpperCase(Locale.ROOT));
    }
}
