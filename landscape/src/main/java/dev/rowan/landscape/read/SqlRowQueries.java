package dev.rowan.landscape.read;

import dev.rowan.landscape.RowQueries;
import dev.rowan.landscape.history.RowHistory;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads rows from their events.
final class SqlRowQueries implements RowQueries {
    private final Query query;
    private final Runs runs;
    private final Summaries summaries;

    SqlRowQueries(Query query, Runs runs, Summaries summaries) {
        this.query = query;
        this.runs = runs;
        this.summaries = summaries;
    }

    @Override
    public Optional<RowHistory> history(String runId, long rowSeq) {
        return runs.withRun(runId, run -> new RowHistories(query).of(run, summaries.of(run), rowSeq));
    }

    @Override
    public Optional<Long> withId(String runId, String id) {
        return runs.withRun(
                runId,
                run -> query.first(
                        "SELECT row_seq FROM row_read WHERE event_id BETWEEN ? AND ? AND source_id = ? ORDER BY event_id",
                        row -> row.getLong(1),
                        run.log().firstId(),
                        run.log().lastIdOfRun(),
                        id));
    }

    @Override
    public boolean haveIds(String runId) {
        return runs.withRun(runId, run -> new RowResults(query, run).hasIds());
    }

    @Override
    public Optional<LastRead> lastRead(String runId) {
        return runs.withRun(runId, run -> new RowResults(query, run).lastRead());
    }

    @Override
    public Map<TokenKey, Stored> values(String runId, long from, long to) {
        return runs.withRun(runId, run -> new LatestValues(query).of(run, from, to));
    }

    @Override
    public List<RowResult> results(String runId, long afterRow, int max) {
        return runs.withRun(runId, run -> new RowResults(query, run).after(afterRow, max));
    }

    @Override
    public Optional<FailureGroup> mostFrequentFailure(String runId) {
        return runs.withRun(runId, new Failures(query)::mostFrequent);
    }

    @Override
    public List<Long> deleted(String runId, int max) {
        return runs.withRun(runId, run -> new ReleasedRows(query, run).deleted(max));
    }
}
