package dev.rowan.landscape.read;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.PendingRowQueries;
import dev.rowan.landscape.resume.PendingRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Loads rows with what a run needs to process them again.
final class SqlPendingRowQueries implements PendingRowQueries {
    private final Query query;
    private final Runs runs;

    SqlPendingRowQueries(Query query, Runs runs) {
        this.query = query;
        this.runs = runs;
    }

    @Override
    public List<Long> page(String runId, List<Long> rows) {
        return runs.withRun(runId, run -> new PageLimit(query, run).firstOf(rows));
    }

    @Override
    public List<PendingRow> unfinished(String runId, long afterRow, int max) {
        return runs.withRun(runId, run -> new PendingRows(query, run).withoutOutcome(afterRow, max));
    }

    @Override
    public List<PendingRow> unfinished(String runId, List<Long> rows) {
        return runs.withRun(runId, run -> new PendingRows(query, run).withoutOutcome(rows));
    }

    @Override
    public List<PendingRow> visited(String runId, List<Long> rows) {
        return runs.withRun(runId, run -> new PendingRows(query, run).visited(rows));
    }

    @Override
    public List<UnfinishedRow> listUnfinished(String runId, long afterRow, int max) {
        return runs.withRun(runId, run -> new ParkedCalls(query, run).unended(afterRow, max));
    }

    @Override
    public List<PendingRow> ended(
            String runId, Set<Outcome> outcomes, List<String> superseded, long afterRow, int max) {
        return runs.withRun(runId, run -> {
            var later = new ArrayList<RunRow>();
            for (String other : superseded) {
                later.add(runs.byId(other));
            }
            return new PendingRows(query, run).ended(outcomes, later, afterRow, max);
        });
    }

    @Override
    public List<PendingRow> recorded(String runId, long afterRow, int max) {
        return runs.withRun(runId, run -> new PendingRows(query, run).recorded(afterRow, max));
    }

    @Override
    public List<PendingRow> recorded(String runId, List<Long> rows) {
        return runs.withRun(runId, run -> new PendingRows(query, run).recorded(rows));
    }

    @Override
    public List<ReleasedRow> released(String runId, long turn, int max) {
        return runs.withRun(runId, run -> new ReleasedRows(query, run).after(turn, max));
    }
}
