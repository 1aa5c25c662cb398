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

/// Which calls are to be planned: a call that came a second time, since its row was walked again meanwhile,
/// may be in a job by now, or have its end. The record decides.
final class ParkedCallFilter {
    private final String runId;
    private final LandscapeReader reader;

    ParkedCallFilter(String runId, LandscapeReader reader) {
        this.runId = runId;
        this.reader = reader;
    }

    /// Those that are in no job; the rows of calls that have ended meanwhile are added to `rows`.
    List<WaitingCall> of(List<WaitingCall> group, List<Long> rows) {
        List<WaitingCall> still = new ArrayList<>(group.size());
        for (int from = 0; from < group.size(); from += RequestFileStore.PAGE) {
            List<WaitingCall> page = group.subList(from, Math.min(group.size(), from + RequestFileStore.PAGE));
            Map<CallKey, PastCall> past = past(page.stream()
                    .filter(WaitingCall::again)
                    .map(call -> call.key().rowSeq()));
            for (WaitingCall call : page) {
                PastCall known = past.get(call.key());
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

    /// Whether one of the calls is in a job by now, or has been since it was read from the record.
    boolean haveMoved(List<ParkedCall> calls) {
        Map<CallKey, PastCall> past = past(calls.stream().map(ParkedCall::key).map(CallKey::rowSeq));
        return calls.stream().anyMatch(call -> {
            PastCall known = past.get(call.key());
            return known != null && (known.batch() == InBatch.SUBMITTED || known.attempts() != call.attempts());
        });
    }

    private Map<CallKey, PastCall> past(Stream<Long> rows) {
        List<Long> sorted = rows.distinct().sorted().toList();
        Map<CallKey, PastCall> past = new HashMap<>();
        if (!sorted.isEmpty()) {
            for (PendingRow row : reader.pendingRows().unfinished(runId, sorted)) {
                row.calls().forEach(call -> past.put(call.key(), call));
            }
        }
        return past;
    }
}
