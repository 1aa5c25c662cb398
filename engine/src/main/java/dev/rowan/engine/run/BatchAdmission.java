package dev.rowan.engine.run;

import dev.rowan.engine.batch.BatchServices;
import dev.rowan.landscape.record.LogEntry.CallKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Which of the calls on record go to the batch services, as many as these may get now. All calls of a row at a node
/// take the same path. Owned by one thread.
final class BatchAdmission {
    /// The calls of a visit are recorded within those of the rows in flight with it.
    private static final int REMEMBERED_ROWS = 100_000;

    private final BatchServices services;
    private final Map<Integer, Long> left = new HashMap<>();
    private final Map<NodeRow, Boolean> decisions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeRow, Boolean> eldest) {
            return size() > REMEMBERED_ROWS;
        }
    };

    private record NodeRow(int node, long row) {}

    BatchAdmission(BatchServices services) {
        this.services = services;
    }

    /// Whether the call is to be submitted; otherwise it is sent in real time.
    boolean admits(CallKey call) {
        long capacity = left.computeIfAbsent(call.node(), services::capacity);
        boolean admitted = decisions.computeIfAbsent(new NodeRow(call.node(), call.rowSeq()), _ -> capacity > 0);
        if (admitted) {
            left.put(call.node(), Math.max(0, capacity - 1));
        }
        return admitted;
    }
}
