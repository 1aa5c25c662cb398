package dev.rowan.engine.run;

import dev.rowan.engine.batch.ReleasedRows;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.landscape.CallQueries.ParkedRequest;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The calls on record that may be submitted: they are in no job and not released, and their rows need them, since the
/// last visit of the token has not failed for good, and no join has closed without it. Owned by the thread of `reader`.
final class SubmittableCalls {
    private final String runId;
    private final Pipeline pipeline;
    private final LandscapeReader reader;
    private final ReleasedRows released;

    SubmittableCalls(String runId, Pipeline pipeline, LandscapeReader reader) {
        this.runId = runId;
        this.pipeline = pipeline;
        this.reader = reader;
        this.released = ReleasedRows.read(reader, runId);
    }

    /// Those of the calls; with `again` also calls that were in jobs before.
    Map<CallKey, PastCall> of(List<ParkedRequest> calls, boolean again) {
        var wanted = new HashMap<CallKey, PastCall>();
        List<Long> rows = calls.stream()
                .map(call -> call.key().rowSeq())
                .distinct()
                .sorted()
                .toList();
        var left = new ArrayList<>(rows);
        while (!left.isEmpty()) {
            List<Long> page = reader.pendingRows().page(runId, left);
            for (PendingRow row : reader.pendingRows().unfinished(runId, page)) {
                row.calls().stream()
                        .filter(call -> call.batch() == InBatch.PARKED && (again || call.attempts() == 0))
                        .filter(call -> !isRealtime(call) && isWanted(row, call))
                        .forEach(call -> wanted.put(call.key(), call));
            }
            left.subList(0, page.size()).clear();
        }
        return wanted;
    }

    /// Whether the workers send the call in real time: it was released, or was in a job that has not processed it.
    private boolean isRealtime(PastCall call) {
        TransformNode node = pipeline.transforms().get(call.key().node());
        boolean calledBack = node.batch().mode() == BatchSettings.Mode.AUTO
                && call.faults() > 0
                && call.reply().isEmpty();
        return calledBack || released.contains(node.name(), call.key().rowSeq());
    }

    private boolean isWanted(PendingRow row, PastCall call) {
        boolean refused = call.reply()
                .map(reply -> reply.status())
                .filter(status -> status != 408 && status != 429 && status < 500)
                .isPresent();
        TransformNode node = pipeline.transforms().get(call.key().node());
        boolean failed = row.tokens().stream()
                .filter(token -> token.part() == call.key().part())
                .flatMap(token -> token.visited().stream())
                .filter(visited -> visited.node() == call.key().node())
                .anyMatch(visited -> visited.failed()
                        .map(PendingRow.Failed::reason)
                        .filter(PendingRow.Failed::isByTransform)
                        .filter(reason -> !reason.retryable()
                                || visited.failures() >= node.retry().maxAttempts())
                        .isPresent());
        return !refused
                && !failed
                && !row.branching().cutOff().contains(call.key().part());
    }
}
