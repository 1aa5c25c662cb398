package dev.rowan.landscape.read;

import dev.rowan.landscape.Head;
import dev.rowan.landscape.RunQueries;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.history.Reconciliation;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads runs from the run table and their events.
final class SqlRunQueries implements RunQueries {
    private final Query query;
    private final Runs runs;
    private final Summaries summaries;

    SqlRunQueries(Query query, Runs runs, Summaries summaries) {
        this.query = query;
        this.runs = runs;
        this.summaries = summaries;
    }

    @Override
    public List<RunSummary> newest(int limit) {
        return query.inSnapshot(() -> {
            var found = new ArrayList<RunSummary>();
            for (RunRow run : runs.newest(limit)) {
                found.add(summaries.of(run));
            }
            return found;
        });
    }

    @Override
    public String resolve(String run) {
        return query.inSnapshot(() -> runs.meantBy(run).runId());
    }

    @Override
    public RunSummary summary(String runId) {
        return runs.withRun(runId, summaries::of);
    }

    @Override
    public Head head(String runId) {
        return runs.withRun(runId, summaries::head);
    }

    @Override
    public List<Epoch> epochs(String runId) {
        return runs.withRun(
                runId,
                run -> query.list(
                        "SELECT min(time) AS first, max(time) AS last FROM run_event WHERE run_no = ?"
                                + " GROUP BY epoch ORDER BY epoch",
                        row -> new Epoch(Micros.instant(row.getLong("first")), Micros.instant(row.getLong("last"))),
                        run.runNo()));
    }

    @Override
    public List<Reconciliation> reconciliations(String runId) {
        return runs.withRun(
                runId,
                run -> query.list(
                        "SELECT entry FROM reconciliation WHERE run_no = ? ORDER BY entry_no",
                        row -> Reconciliation.of(RecordedJson.object(row.getString("entry"))),
                        run.runNo()));
    }

    @Override
    public RunStart declared(String runId) {
        return runs.withRun(runId, new Declarations(query)::of);
    }

    @Override
    public Optional<RunStart> findDeclared(String runId) {
        return runs.withRun(runId, new Declarations(query)::find);
    }

    @Override
    public RunFlow flow(String runId) {
        return runs.withRun(runId, summaries::flow);
    }

    @Override
    public boolean isChanged(String runId) {
        return runs.withRun(runId, run -> new ReleasedRows(query, run).isChanged());
    }

    @Override
    public List<String> continuations(String runId) {
        return runs.withRun(runId, runs::continuing);
    }
}
