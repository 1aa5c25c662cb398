package dev.rowan.engine.batch.planning;

import dev.rowan.engine.batch.submitting.RequestFileStore;
import dev.rowan.engine.call.ParkedCall;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.resume.PendingRow;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Filters the calls to plan: a call that was parked twice, since its row was processed again, may be in a job
/// by now or have ended. The record decides.
final class ParkedCallFilter {
    private final String runId;
    private final LandscapeReader reader;

    ParkedCallFilter(String runId, LandscapeReader reader) {
        this.runId = runId;
        this.reader = reader;
    }

    /// The calls that are in no job; the rows of calls that have ended are added to `rows`.
    List<WaitingCall> of(List<WaitingCall> group, List<Long> rows) {
        List<WaitingCall> still = new ArrayList<>(group.size());
        for (int from = 0; from < group.size(); from += RequestFileStore.PAGE) {
            List<WaitingCall> page = group.subList(from, Math.min(group.size(), from + RequestFileStore.PAGE));
            Map<CallKey, PastCall> pastCalls = pastCalls(page.stream()
                    .filter(WaitingCall::again)
                    .map(call -> call.key().rowSeq()));
            for (WaitingCall call : page) {
                PastCall known = pastCalls.get(call.key());
                boolean isStill = !call.again()
                        || (known != null && known.batch() == InBatch.PARKED && known.attempts() == call.attempts());
                if (isStill) {
                    still.add(call);
                } else if (known != null && known.batch() != InBatch.SUBMITTED) {
                    rows.add(call.key().rowSeq());
                }
            }
        }
        return still;
    }

    /// Whether one of the calls is in a job, or was since it was loaded.
    boolean haveMoved(List<ParkedCall> calls) {
        Map<CallKey, PastCall> pastCalls =
                pastCalls(calls.stream().map(ParkedCall::key).map(CallKey::rowSeq));
        return calls.stream().anyMatch(call -> {
            PastCall known = pastCalls.get(call.key());
            return known != null && (known.batch() == InBatch.SUBMITTED || known.attempts() != call.attempts());
        });
    }

    private Map<CallKey, PastCall> pastCalls(Stream<Long> rows) {
        List<Long> sorted = rows.distinct().sorted().toList();
        Map<CallKey, PastCall> pastCalls = new HashMap<>();
        if (!sorted.isEmpty()) {
            for (PendingRow row : reader.pendingRows().unfinished(runId, sorted)) {
                row.calls().forEach(call -> pastCalls.put(call.key(), call));
            }
        }
        return pastCalls;
    }
}
