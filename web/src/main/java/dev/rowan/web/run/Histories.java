package dev.rowan.web.run;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// What runs have told, kept for the runs that were looked at last.
///
/// Shared state, guarded by `lock`: which histories are kept. A landscape is not asked while it is held.
public final class Histories {
    private static final int KEPT = 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, RunHistory> kept = new LinkedHashMap<>(KEPT, 0.75f, true);

    public RecordedHistory follow(LandscapeReader reader, RunSummary run) {
        return history(run).follow(reader);
    }

    private RunHistory history(RunSummary run) {
        lock.lock();
        try {
            RunHistory history = kept.computeIfAbsent(run.runId(), id -> new RunHistory(id, run.started()));
            if (kept.size() > KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
            return history;
        } finally {
            lock.unlock();
        }
    }
}
