package dev.rowan.landscape.read;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SinkHold;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.ReconnectPolicy;
import dev.rowan.landscape.store.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Answers from the events themselves; there is no other state to read. Owned by one thread.
public final class SqlLandscapeReader implements LandscapeReader {
    private final Query query;
    private final Runs runs;
    private final Summaries summaries;

    public SqlLandscapeReader(Database database, Session session) {
        this(database, session, ReconnectPolicy.ONCE);
    }

    /// `reconnects` says what becomes of a question whose connection is lost.
    public SqlLandscapeReader(Database database, Session session, ReconnectPolicy reconnects) {
        this.query = new Query(database, session, reconnects);
        this.runs = new Runs(query);
        this.summaries = new Summaries(query);
    }

    @Override
    public List<RunSummary> runs(int limit) {
        return query.atOneMoment(() -> {
            var found = new ArrayList<RunSummary>();
            for (RunRow run : runs.newest(limit)) {
                found.add(summaries.of(run));
            }
            return found;
        });
    }

    @Override
    public String resolve(String run) {
        return query.atOneMoment(() -> runs.meantBy(run).runId());
    }

    @Override
    public RunSummary summary(String runId) {
        return query.atOneMoment(() -> summaries.of(runs.byId(runId)));
    }

    @Override
    public Head head(String runId) {
        return query.atOneMoment(() -> summaries.head(runs.byId(runId)));
    }

    @Override
    public Optional<RowHistory> history(String runId, long rowSeq) {
        return query.atOneMoment(() -> {
            RunRow run = runs.byId(runId);
            return new RowHistories(query).of(run, summaries.of(run), rowSeq);
        });
    }

    @Override
    public List<String> continuations(String runId) {
        return query.atOneMoment(() -> runs.continuing(runs.byId(runId)));
    }

    @Override
    public Optional<String> laterWriter(String runId, String target) {
        return query.atOneMoment(() -> runs.laterWriter(runs.byId(runId), target));
    }

    @Override
    public List<SinkHold> sinkHolds() {
        return query.atOneMoment(query::sinkHolds);
    }

    @Override
    public Optional<Long> rowWithId(String runId, String id) {
        return query.atOneMoment(() -> query.first(
                "SELECT row_seq FROM row_read WHERE event_id BETWEEN ? AND ? AND source_id = ? ORDER BY event_id",
                row -> row.getLong(1),
                runs.byId(runId).log().firstId(),
                runs.byId(runId).log().lastId(),
                id));
    }

    @Override
    public Map<TokenKey, Stored> values(String runId, long from, long to) {
        return query.atOneMoment(() -> new LatestValues(query).of(runs.byId(runId), from, to));
    }

    @Override
    public Optional<WireReply.Complete> answer(String runId, CallKey call) {
        return query.atOneMoment(() -> new CallQueries(query).answer(runs.byId(runId), call));
    }

    @Override
    public Optional<FailureGroup> mostFrequentFailure(String runId) {
        return query.atOneMoment(() -> new Failures(query).mostFrequent(runs.byId(runId)));
    }

    @Override
    public Map<Integer, EndedCalls> callsAfter(String runId, long after) {
        return query.atOneMoment(() -> new CallQueries(query).after(runs.byId(runId), after));
    }

    @Override
    public Usd spent(String runId) {
        return query.atOneMoment(() -> summaries.calls(runs.byId(runId)).atMost());
    }

    @Override
    public List<Map<String, @Nullable Object>> notes(String runId, String type) {
        return query.atOneMoment(() -> RunNotes.of(query, runs.byId(runId).log(), type));
    }

    @Override
    public List<Note> notesAfter(String runId, long after, Set<String> types) {
        return query.atOneMoment(() -> RunNotes.after(query, runs.byId(runId).log(), after, types));
    }

    @Override
    public List<Map<String, @Nullable Object>> resumes(String runId) {
        return query.atOneMoment(() -> RunNotes.resumes(query, runs.byId(runId).log()));
    }

    @Override
    public RunStart declared(String runId) {
        return query.atOneMoment(() -> new Declarations(query).of(runs.byId(runId)));
    }

    @Override
    public List<Long> page(String runId, List<Long> rows) {
        return query.atOneMoment(() -> new PageLimit(query, runs.byId(runId)).firstOf(rows));
    }

    @Override
    public List<PendingRow> pending(String runId, long afterRow, int max) {
        return query.atOneMoment(() -> new PendingRows(query, runs.byId(runId)).withoutOutcome(afterRow, max));
    }

    @Override
    public List<PendingRow> pending(String runId, List<Long> rows) {
        return query.atOneMoment(() -> new PendingRows(query, runs.byId(runId)).withoutOutcome(rows));
    }

    @Override
    public List<Unended> unended(String runId, long afterRow, int max) {
        return query.atOneMoment(() -> new ParkedCalls(query, runs.byId(runId)).unended(afterRow, max));
    }

    @Override
    public List<Payload> parked(String runId, List<CallKey> calls) {
        return query.atOneMoment(() -> new ParkedCalls(query, runs.byId(runId)).requests(calls));
    }

    @Override
    public List<BatchJob> jobs(String runId) {
        return query.atOneMoment(() -> new BatchJobs(query).of(runs.byId(runId)));
    }

    @Override
    public List<BatchStep> steps(String runId, long job) {
        return query.atOneMoment(() -> new BatchJobs(query).steps(runs.byId(runId), job));
    }

    @Override
    public List<BatchItem> manifest(String runId, long job) {
        return query.atOneMoment(() -> new BatchJobs(query).manifest(runs.byId(runId), job));
    }

    @Override
    public Map<Long, List<ItemCount>> itemCounts(String runId, List<Long> jobs) {
        return query.atOneMoment(() -> new JobItems(query).counts(runs.byId(runId), jobs));
    }

    @Override
    public List<JobItem> items(String runId, long job, Optional<ItemEnd> end, long from, int max) {
        return query.atOneMoment(() -> new JobItems(query).items(runs.byId(runId), job, end, from, max));
    }

    @Override
    public List<RowResult> results(String runId, long afterRow, int max) {
        return query.atOneMoment(() -> new RowResults(query, runs.byId(runId)).after(afterRow, max));
    }

    @Override
    public boolean hasSourceIds(String runId) {
        return query.atOneMoment(() -> new RowResults(query, runs.byId(runId)).hasIds());
    }

    @Override
    public Optional<String> ownerOf(String provider, String batchId) {
        return query.atOneMoment(() -> new BatchJobs(query).ownerOf(provider, batchId));
    }

    @Override
    public List<PendingRow> ended(
            String runId, Set<Outcome> outcomes, List<String> superseded, long afterRow, int max) {
        return query.atOneMoment(() -> {
            var later = new ArrayList<RunRow>();
            for (String other : superseded) {
                later.add(runs.byId(other));
            }
            return new PendingRows(query, runs.byId(runId)).ended(outcomes, later, afterRow, max);
        });
    }

    @Override
    public List<PendingRow> recorded(String runId, long afterRow, int max) {
        return query.atOneMoment(() -> new PendingRows(query, runs.byId(runId)).recorded(afterRow, max));
    }

    @Override
    public List<PendingRow> recorded(String runId, List<Long> rows) {
        return query.atOneMoment(() -> new PendingRows(query, runs.byId(runId)).recorded(rows));
    }

    @Override
    public List<ReleasedRow> left(String runId, long turn, int max) {
        return query.atOneMoment(() -> new ReleasedRows(query, runs.byId(runId)).after(turn, max));
    }

    @Override
    public List<Long> deleted(String runId, int max) {
        return query.atOneMoment(() -> new ReleasedRows(query, runs.byId(runId)).deleted(max));
    }

    @Override
    public Map<String, Sink.Mark> marks(String runId) {
        return query.atOneMoment(() -> new ReleasedRows(query, runs.byId(runId)).marks());
    }

    @Override
    public Optional<Long> rowAt(String runId, String sink, long place) {
        return query.atOneMoment(() -> new ReleasedRows(query, runs.byId(runId)).rowAt(sink, place));
    }

    @Override
    public boolean isChanged(String runId) {
        return query.atOneMoment(() -> new ReleasedRows(query, runs.byId(runId)).isChanged());
    }

    @Override
    public void close() {
        query.close();
    }
}
