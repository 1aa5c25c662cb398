package dev.rowan.web.run;

import dev.rowan.engine.report.HistoryReader;
import dev.rowan.engine.report.RecordedHistory;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The histories of the most recently viewed runs.
///
/// Shared state, guarded by `lock`: the histories. It is not held while the landscape is read.
public final class Histories {
    private static final int KEPT = 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, HistoryReader> kept = new LinkedHashMap<>(KEPT, 0.75f, true);

    public RecordedHistory read(LandscapeReader reader, RunSummary run) {
        return history(run).read(reader);
    }

    private HistoryReader history(RunSummary run) {
        lock.lock();
        try {
            HistoryReader history = kept.computeIfAbsent(run.runId(), id -> new HistoryReader(id, run.started()));
            if (kept.size() > KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
            return history;
        } finally {
            lock.unlock();
        }
    }
}
