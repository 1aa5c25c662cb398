package dev.rowan.engine.release;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.TokenInfo;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.release.PendingOutcomes.Settled;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Sends rows that a sink refused to the sink that its `on_error` names, its *error sink*. An error sink belongs to one
/// sink and does not lag, so its rows are in order.
///
/// A refusal is durable on record before its row is written there: whatever the target would say when asked again, a
/// resumed run takes the refusal as decided. Owned by the release thread.
final class RefusedRows {
    private final String runId;
    private final Map<String, OnError> onError = new HashMap<>();
    private final Map<String, SinkPosition> errorSinks = new LinkedHashMap<>();
    private final RecordedRefusals known;
    private final LandscapeRecorder recorder;
    private final ValueReloader reloader;
    private final FailedRows failed;
    private final Time time;

    RefusedRows(
            Pipeline pipeline,
            Map<String, SinkPosition> sinks,
            RecordedRefusals known,
            RunComponents parts,
            ValueReloader reloader) {
        this.runId = parts.runId();
        for (Pipeline.SinkNode node : pipeline.sinks()) {
            onError.put(node.name(), node.onError());
            if (node.onError() instanceof OnError.ToSink(String name)) {
                errorSinks.put(name, Optional.ofNullable(sinks.get(name)).orElseThrow());
            }
        }
        this.known = known;
        this.recorder = parts.recorder();
        this.reloader = reloader;
        this.failed = new FailedRows(parts.reportedRunId());
        this.time = parts.time();
    }

    boolean isErrorSink(String name) {
        return errorSinks.containsKey(name);
    }

    /// Why the sink refused the token, if that is on record.
    Optional<Reason> recorded(String sink, TokenInfo token) {
        return known.find(sink, token);
    }

    /// Whether a refused token of the sink goes to an error sink, and thus waits for the tokens before it.
    boolean hasErrorSink(String sink) {
        return onError.get(sink) instanceof OnError.ToSink;
    }

    private Optional<SinkPosition> errorSink(ReleasedToken token) {
        return token.token()
                .sink()
                .map(onError::get)
                .flatMap(to -> to instanceof OnError.ToSink(String name)
                        ? Optional.ofNullable(errorSinks.get(name))
                        : Optional.empty());
    }

    /// Ends the refused ones of the tokens, once those of error sinks are durable there. `recorded` is the last record
    /// of any of them.
    Resolved settle(Settled settled, long recorded) throws IOException, InterruptedException {
        return resolve(settled, recorded, false, SinkPosition::sync);
    }

    /// The same at the end of the process; the error sinks get no more rows.
    Resolved finish(Settled settled, long recorded, SinkSync end) throws IOException, InterruptedException {
        return resolve(settled, recorded, true, end);
    }

    /// How a sink is made durable.
    interface SinkSync {
        void sync(SinkPosition sink) throws IOException;
    }

    /// Tokens with their outcomes, and what must be recorded with them: the marks of sinks, and notes.
    record Resolved(List<ReleasedToken> tokens, List<SinkPosition> marks, List<LogEntry> notes) {}

    private Resolved resolve(Settled settled, long recorded, boolean all, SinkSync sync)
            throws IOException, InterruptedException {
        if (!all && settled.tokens().stream().allMatch(token -> token.refusal().isEmpty())) {
            return new Resolved(settled.tokens(), settled.marks(), List.of());
        }
        List<ReleasedToken> refused = settled.tokens().stream()
                .filter(token -> token.refusal().isPresent() && errorSink(token).isPresent())
                .toList();
        record(refused);
        Map<ReleasedToken, Written> written = write(refused, recorded);
        for (SinkPosition sink : errorSinks.values()) {
            if (all || refused.stream().anyMatch(token -> errorSink(token).equals(Optional.of(sink)))) {
                sync.sync(sink);
            }
        }
        var notes = new ArrayList<LogEntry>();
        List<ReleasedToken> tokens = settled.tokens().stream()
                .map(token ->
                        token.refusal().isEmpty() ? token : end(token, Optional.ofNullable(written.get(token)), notes))
                .toList();
        List<SinkPosition> marks = Stream.concat(
                        settled.marks().stream(),
                        errorSinks.values().stream().filter(sink -> !sink.isRecorded() && !sink.isAhead()))
                .distinct()
                .toList();
        return new Resolved(tokens, marks, notes);
    }

    /// The number of a token in its error sink, or why that rejected it.
    private record Written(long number, Optional<Reason> rejected) {}

    private void record(List<ReleasedToken> refused) throws InterruptedException {
        List<LogEntry> notes =
                refused.stream().flatMap(token -> note(token).stream()).toList();
        if (!notes.isEmpty()) {
            recorder.awaitCommitted(recorder.record(notes));
        }
    }

    /// The note of a refusal that is not on record.
    Optional<LogEntry> note(ReleasedToken token) {
        String sink = token.token().sink().orElseThrow();
        TokenInfo info = info(token);
        return recorded(sink, info).isPresent()
                ? Optional.empty()
                : Optional.of(RecordedRefusals.note(sink, info, token.refusal().orElseThrow(), time.instant()));
    }

    private TokenInfo info(ReleasedToken token) {
        return new TokenInfo(runId, token.rowSeq(), token.token().part());
    }

    /// Reloads the values of the tokens, a page at a time, and writes them.
    private Map<ReleasedToken, Written> write(List<ReleasedToken> refused, long recorded)
            throws IOException, InterruptedException {
        var written = new HashMap<ReleasedToken, Written>();
        for (int from = 0; from < refused.size(); ) {
            List<ReleasedToken> some = refused.subList(from, Math.min(from + Releaser.RELOAD_PAGE, refused.size()));
            List<FinishedRow> ends = some.stream()
                    .<FinishedRow>map(token -> finished(token, recorded))
                    .toList();
            List<FinishedRow.Detailed> page = reloader.restore(ends.subList(0, reloader.page(ends)));
            for (int i = 0; i < page.size(); i++) {
                ReleasedToken token = some.get(i);
                Row values = page.get(i).tokens().getFirst().row().orElseThrow();
                written.put(token, write(token, values));
            }
            from += page.size();
        }
        return written;
    }

    private static FinishedRow.Detailed finished(ReleasedToken token, long recorded) {
        return new FinishedRow.Detailed(
                token.rowSeq(),
                token.readAt(),
                token.endedAt(),
                recorded,
                List.of(token.token().withoutRow()));
    }

    private Written write(ReleasedToken token, Row values) throws IOException {
        SinkPosition sink = errorSink(token).orElseThrow();
        TokenOutcome.Failure failure = ended(token).token().failure().orElseThrow();
        Row row = failed.withError(values, token.rowSeq(), failure);
        Optional<Reason> before = recorded(sink.name(), info(token));
        Optional<Reason> rejected = before.isPresent() ? before : sink.write(row, info(token));
        return new Written(sink.written(), rejected);
    }

    private ReleasedToken end(ReleasedToken token, Optional<Written> written, List<LogEntry> notes) {
        if (written.isEmpty()) {
            note(token).ifPresent(notes::add);
            return ended(token);
        }
        SinkPosition errors = errorSink(token).orElseThrow();
        long number = written.get().number();
        if (!errors.isCovered(number)) {
            throw new IllegalStateException("the error sink '" + errors.name() + "' lags");
        }
        ReleasedToken ended = ended(token);
        Optional<Reason> rejected = written.get().rejected().or(() -> errors.takeRefusal(number));
        if (rejected.isEmpty()) {
            return ended;
        }
        notes.add(RecordedRefusals.note(errors.name(), info(token), rejected.get(), time.instant()));
        return ended.with(ended.token().refusedBy(errors.name(), rejected.get(), new OnError.Stay()));
    }

    /// A refused token with its outcome.
    ReleasedToken ended(ReleasedToken token) {
        String sink = token.token().sink().orElseThrow();
        OnError to = Optional.ofNullable(onError.get(sink)).orElseThrow();
        return token.with(token.token().refusedBy(sink, token.refusal().orElseThrow(), to));
    }
}
