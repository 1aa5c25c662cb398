package dev.rowan.landscape.read;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.CallQueries;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads calls from their intents and ends.
final class SqlCallQueries implements CallQueries {
    private final Query query;
    private final Runs runs;
    private final Summaries summaries;

    SqlCallQueries(Query query, Runs runs, Summaries summaries) {
        this.query = query;
        this.runs = runs;
        this.summaries = summaries;
    }

    @Override
    public Optional<WireReply.Complete> answer(String runId, CallKey call) {
        return runs.withRun(runId, run -> new CallRecords(query).answer(run, call));
    }

    @Override
    public Usd spent(String runId) {
        return runs.withRun(runId, run -> summaries.calls(run).atMost());
    }

    @Override
    public Map<Integer, EndedCalls> endedAfter(String runId, long after) {
        return runs.withRun(runId, run -> new CallRecords(query).after(run, after));
    }

    @Override
    public List<Payload> parked(String runId, List<CallKey> calls) {
        return runs.withRun(runId, run -> new ParkedCalls(query, run).requests(calls));
    }
}
