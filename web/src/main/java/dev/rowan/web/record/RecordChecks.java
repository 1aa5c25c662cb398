package dev.rowan.web.record;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.landscape.verify.VerifyReport;
import dev.rowan.web.http.WebRequestException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Verifies records in the background, one at a time, and keeps results by run and root: a resumed run has a new
/// root and is unverified.
///
/// Shared state, guarded by `lock`: the queue and the results. Closing cancels a running check.
public final class RecordChecks implements AutoCloseable {
    private static final int KEPT = 1_000;
    private static final int MAX_WAITING = 16;

    private final Supplier<ChainCheck> open;
    private final Time time;
    private final CallScope scope = CallScope.openPlatform("web-verify");
    private final Semaphore turn = new Semaphore(1, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, RecordCheckState.Checking> underWay = new LinkedHashMap<>();
    private final Map<Sealed, RecordCheckState> found = new LinkedHashMap<>(16, 0.75f, true);

    private record Sealed(String run, String root) {}

    public RecordChecks(Supplier<ChainCheck> open, Time time) {
        this.open = open;
        this.time = time;
    }

    public RecordCheckState of(RunSummary run) {
        lock.lock();
        try {
            RecordCheckState.Checking now = underWay.get(run.runId());
            return now != null
                    ? now
                    : found.getOrDefault(new Sealed(run.runId(), run.root()), new RecordCheckState.NotChecked());
        } finally {
            lock.unlock();
        }
    }

    /// Starts a check, unless one is running.
    public void start(RunSummary run) {
        lock.lock();
        try {
            if (underWay.containsKey(run.runId())) {
                return;
            }
            if (underWay.size() >= MAX_WAITING) {
                throw new WebRequestException(429, MAX_WAITING + " checks are running or queued; try again later");
            }
            underWay.put(run.runId(), new RecordCheckState.Checking(time.instant()));
        } finally {
            lock.unlock();
        }
        scope.start(() -> end(run, check(run)));
    }

    private RecordCheckState check(RunSummary run) {
        try {
            turn.acquire();
            try (ChainCheck check = open.get()) {
                return new RecordCheckState.Checked(time.instant(), check.verify(run.runId(), VerifyInputs.itself()));
            } finally {
                turn.release();
            }
        } catch (InterruptedException _) {
            return new RecordCheckState.Failed(time.instant(), "the check was cancelled");
        } catch (LandscapeException failed) {
            return new RecordCheckState.Failed(time.instant(), String.valueOf(failed.getMessage()));
        } catch (RuntimeException defect) {
            return new RecordCheckState.Failed(time.instant(), "internal error: " + defect);
        }
    }

    /// Stores the result under the head that was checked.
    private void end(RunSummary run, RecordCheckState check) {
        String root = check instanceof RecordCheckState.Checked(var _, VerifyReport report)
                        && report.verdict() instanceof Verdict.Intact intact
                ? intact.head().root()
                : run.root();
        lock.lock();
        try {
            underWay.remove(run.runId());
            found.put(new Sealed(run.runId(), root), check);
            if (found.size() > KEPT) {
                found.remove(found.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
