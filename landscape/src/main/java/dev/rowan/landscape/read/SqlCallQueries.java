package dev.rowan.landscape.read;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.HttpMessage;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.CallQueries;
import dev.rowan.landscape.chain.EventTable;
import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.history.CallUsage;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
    public Map<Integer, EndedCalls> endedAfter(String runId, int writer, long after) {
        return runs.withRun(runId, run -> {
            LogKey log = run.log().of(writer);
            return new CallRecords(query).after(log, Math.max(after, log.firstId() - 1));
        });
    }

    @Override
    public List<Payload> parked(String runId, List<CallKey> calls) {
        return runs.withRun(runId, run -> new ParkedCalls(query, run).requests(calls));
    }

    @Override
    public List<AnsweredCall> answered(String runId, boolean taken, long after, int max) {
        return runs.withRun(runId, run -> {
            var calls = new AnsweredCalls(query, run);
            return taken ? calls.taken(after, max) : calls.sent(after, max);
        });
    }

    @Override
    public List<RecordedAnswer> answers(String runId, long firstRow, long lastRow, long maxBytes) {
        return runs.withRun(runId, run -> new AnsweredCalls(query, run).answers(firstRow, lastRow, maxBytes));
    }

    @Override
    public List<FailedVisit> failedVisits(String runId, long after, int max) {
        return runs.withRun(runId, run -> new AnsweredCalls(query, run).failedVisits(after, max));
    }

    @Override
    public List<ParkedRequest> awaited(String runId, long after, int max) {
        return runs.withRun(runId, run -> new ParkedCalls(query, run).awaited(after, max));
    }

    @Override
    public List<CallUsage> usage(String runId) {
        return runs.withRun(runId, run -> new CallUsages(query, run).list());
    }

    @Override
    public Map<Integer, Long> answeredByNode(String runId) {
        return runs.withRun(runId, run -> new CallUsages(query, run).calls());
    }

    @Override
    public Optional<Payload> request(String runId, int node) {
        return runs.withRun(runId, run -> new CallUsages(query, run).request(node));
    }

    @Override
    public Set<String> attachments(String runId, Set<Long> withoutRows) {
        return runs.withRun(runId, run -> {
            var found = new HashSet<String>();
            for (EventTable table : List.of(EventTable.CALL_INTENT, EventTable.CALL_PARKED)) {
                query.list(
                        "SELECT row_seq, payload FROM " + table.table() + " WHERE run_no = ? AND payload IS NOT NULL",
                        row -> !withoutRows.contains(row.getLong(1))
                                && found.addAll(Attachment.hashes(
                                        HttpMessage.read(row.getBytes(2)).headers())),
                        run.runNo());
            }
            return found;
        });
    }
}
