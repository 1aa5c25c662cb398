package dev.rowan.landscape.read;

import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.SinkHold;
import dev.rowan.landscape.SinkQueries;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads sinks from their declarations, marks and locks.
final class SqlSinkQueries implements SinkQueries {
    private final Query query;
    private final Runs runs;

    SqlSinkQueries(Query query, Runs runs) {
        this.query = query;
        this.runs = runs;
    }

    @Override
    public Map<String, Sink.Mark> marks(String runId) {
        return runs.withRun(runId, run -> new ReleasedRows(query, run).marks());
    }

    @Override
    public Optional<Long> rowAt(String runId, String sink, long position) {
        return runs.withRun(runId, run -> new ReleasedRows(query, run).rowAt(sink, position));
    }

    @Override
    public Optional<String> laterWriter(String runId, String target) {
        return runs.withRun(runId, run -> runs.laterWriter(run, target));
    }

    @Override
    public List<SinkHold> holds() {
        return query.inSnapshot(query::sinkHolds);
    }
}
