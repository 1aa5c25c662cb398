package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Refusals of sinks that are on record: in a resumed run those of tokens without an outcome, in a replay all. They
/// are final: a sink is not asked again. Thread-safe.
public final class RecordedRefusals {
    private static final String NOTE = "sink_refused";
    private static final String REASON = "reason";
    private static final String MESSAGE = "message";
    private static final String SINK = "sink";
    private static final String ROW = "row_seq";
    private static final String PART = "part";

    private final Map<SinkToken, Reason> reasons = new ConcurrentHashMap<>();

    private record SinkToken(String sink, long rowSeq, int part) {}

    private RecordedRefusals(List<Map<String, @Nullable Object>> notes) {
        notes.forEach(this::read);
    }

    /// Those of a new run.
    public static RecordedRefusals none() {
        return new RecordedRefusals(List.of());
    }

    /// Those of a run that is resumed.
    public static RecordedRefusals unsettled(LandscapeReader reader, String runId) {
        return new RecordedRefusals(reader.notes().afterLastOutcome(runId, NOTE));
    }

    /// Those of a run that is replayed.
    public static RecordedRefusals all(LandscapeReader reader, String runId) {
        var all = new RecordedRefusals(reader.notes().list(runId, NOTE));
        all.addOfWriters(reader, runId);
        return all;
    }

    /// Adds those that other writers of the run have recorded so far. Any thread may call.
    public void addOfWriters(LandscapeReader reader, String runId) {
        reader.notes().ofWriters(runId, NOTE).forEach(this::read);
    }

    private void read(Map<String, @Nullable Object> note) {
        var details = new LinkedHashMap<>(note);
        List.of(REASON, MESSAGE, SINK, ROW, PART).forEach(details::remove);
        if (note.get(ROW) instanceof Number row && note.get(PART) instanceof Number part) {
            reasons.put(
                    new SinkToken(String.valueOf(note.get(SINK)), row.longValue(), part.intValue()),
                    new Reason(String.valueOf(note.get(REASON)), String.valueOf(note.get(MESSAGE)), details, false));
        }
    }

    /// Why the sink refused the token, if that is on record.
    Optional<Reason> find(String sink, TokenInfo token) {
        return reasons.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(reasons.get(new SinkToken(sink, token.rowSeq(), token.part())));
    }

    static LogEntry note(String sink, TokenInfo token, Reason reason, Instant at) {
        return new LogEntry.RunNoted(
                NOTE,
                at,
                Row.of(reason.asMap())
                        .with(SINK, sink)
                        .with(ROW, token.rowSeq())
                        .with(PART, token.part())
                        .asMap());
    }
}
