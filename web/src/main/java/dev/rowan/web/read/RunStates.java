package dev.rowan.web.read;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Summaries of runs, cached for a second, so that many viewers cost a running run little more than one.
///
/// Shared state, guarded by `lock`: the cached runs.
public final class RunStates {
    private static final int MAX_CACHED = 16;
    private static final Duration MAX_AGE = Duration.ofSeconds(1);

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, CachedRun> cache = new LinkedHashMap<>(MAX_CACHED, 0.75f, true);

    public RunStates(Time time) {
        this.time = time;
    }

    /// A cached run. Its lock is held while the landscape is read, so that two requests do not read twice.
    private static final class CachedRun {
        final ReentrantLock lock = new ReentrantLock();
        Optional<RunSummary> run = Optional.empty();
        long askedAt;
    }

    /// The current summary.
    public RunSummary now(LandscapeReader reader, String runId) {
        return ask(reader, runId, Duration.ZERO);
    }

    /// The summary, at most a second old while the run is running.
    public RunSummary lately(LandscapeReader reader, String runId) {
        return ask(reader, runId, MAX_AGE);
    }

    private RunSummary ask(LandscapeReader reader, String runId, Duration shared) {
        CachedRun one = cached(runId);
        one.lock.lock();
        try {
            if (one.run.isPresent() && time.nanos() - one.askedAt < shared.toNanos()) {
                return one.run.get();
            }
            one.askedAt = time.nanos();
            RunSummary run = reader.runs().summary(runId);
            one.run = Optional.of(run).filter(state -> state.status().equals(RunSummary.RUNNING));
            return run;
        } finally {
            one.lock.unlock();
        }
    }

    private CachedRun cached(String runId) {
        lock.lock();
        try {
            CachedRun one = cache.computeIfAbsent(runId, _ -> new CachedRun());
            if (cache.size() > MAX_CACHED) {
                cache.remove(cache.keySet().iterator().next());
            }
            return one;
        } finally {
            lock.unlock();
        }
    }
}
