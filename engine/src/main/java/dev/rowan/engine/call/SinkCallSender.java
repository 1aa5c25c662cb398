package dev.rowan.engine.call;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.CallResult;
import dev.rowan.api.plugin.SinkCalls;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.TokenGate;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongPredicate;

/// Sends the requests of a sink through the ledger. Requests of the rows that `begunBefore` accepts may have been sent
/// by
/// an earlier process: their record is looked up. Used by the release thread, which owns `reader`.
public record SinkCallSender(NodeCalls node, LandscapeReader reader, String runId, LongPredicate begunBefore)
        implements SinkCalls {

    @Override
    public List<Optional<CallResult>> sendAll(List<Request> requests) throws InterruptedException {
        Map<Long, List<PastCall>> past = pastCalls(requests);
        var results = new ArrayList<Optional<CallResult>>(requests.size());
        try (CallScope scope = CallScope.open("sink")) {
            var tasks = new ArrayList<FutureTask<Optional<CallResult>>>(requests.size());
            for (Request request : requests) {
                List<PastCall> before = past.getOrDefault(request.token().rowSeq(), List.of());
                tasks.add(scope.fork(() -> send(request, before)));
            }
            for (FutureTask<Optional<CallResult>> task : tasks) {
                results.add(result(task));
            }
        }
        return results;
    }

    private Optional<CallResult> send(Request request, List<PastCall> before) throws InterruptedException {
        VisitCalls visit = node.token(request.token(), TokenGate.OPEN, before, Optional.empty())
                .visit(request.token().tokenId() + "/" + node.name());
        try {
            return Optional.of(visit.send(request.call()));
        } catch (RowAbandonedException _) {
            return Optional.empty();
        } finally {
            visit.ended(Optional.empty());
        }
    }

    private static Optional<CallResult> result(FutureTask<Optional<CallResult>> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException failed) {
            switch (failed.getCause()) {
                case InterruptedException interrupted -> throw interrupted;
                case RuntimeException defect -> throw defect;
                case Error defect -> throw defect;
                case null, default -> throw new IllegalStateException(failed);
            }
        }
    }

    private Map<Long, List<PastCall>> pastCalls(List<Request> requests) {
        List<Long> rows = requests.stream()
                .map(request -> request.token().rowSeq())
                .filter(begunBefore::test)
                .distinct()
                .sorted()
                .toList();
        var past = new HashMap<Long, List<PastCall>>();
        for (int from = 0; from < rows.size(); ) {
            List<Long> page = reader.pendingRows().page(runId, rows.subList(from, rows.size()));
            for (PendingRow row : reader.pendingRows().unfinished(runId, page)) {
                past.put(row.rowSeq(), row.calls());
            }
            from += Math.max(1, page.size());
        }
        return past;
    }
}
