package dev.rowan.web.record;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.story.RunSummary;
import dev.rowan.landscape.verify.Against;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.Report;
import dev.rowan.landscape.verify.Verdict;
import dev.rowan.web.http.Refused;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Checks records in the background, one at a time, and keeps what was found by run and root: a run that goes
/// on has another root, and is not checked any more.
///
/// Shared state, guarded by `lock`: what is under way and what was found. Closing ends a check under way.
public final class Checks implements AutoCloseable {
    private static final int KEPT = 1_000;
    private static final int MOST_WAITING = 16;

    private final Supplier<ChainCheck> open;
    private final Time time;
    private final CallScope scope = CallScope.openPlatform("web-verify");
    private final Semaphore turn = new Semaphore(1, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Check.Checking> underWay = new LinkedHashMap<>();
    private final Map<Sealed, Check> found = new LinkedHashMap<>(16, 0.75f, true);

    private record Sealed(String run, String root) {}

    public Checks(Supplier<ChainCheck> open, Time time) {
        this.open = open;
        this.time = time;
    }

    public Check of(RunSummary run) {
        lock.lock();
        try {
            Check.Checking now = underWay.get(run.runId());
            return now != null ? now : found.getOrDefault(new Sealed(run.runId(), run.root()), new Check.NotChecked());
        } finally {
            lock.unlock();
        }
    }

    /// Begins to check the run, unless that is under way.
    public void start(RunSummary run) {
        lock.lock();
        try {
            if (underWay.containsKey(run.runId())) {
                return;
            }
            if (underWay.size() >= MOST_WAITING) {
                throw new Refused(429, MOST_WAITING + " checks are under way or wait; try again when one is done");
            }
            underWay.put(run.runId(), new Check.Checking(time.instant()));
        } finally {
            lock.unlock();
        }
        scope.start(() -> end(run, check(run)));
    }

    private Check check(RunSummary run) {
        try {
            turn.acquire();
            try (ChainCheck check = open.get()) {
                return new Check.Checked(time.instant(), check.verify(run.runId(), Against.itself()));
            } finally {
                turn.release();
            }
        } catch (InterruptedException _) {
            return new Check.Failed(time.instant(), "the check was stopped before it was done");
        } catch (LandscapeException failed) {
            return new Check.Failed(time.instant(), String.valueOf(failed.getMessage()));
        } catch (RuntimeException defect) {
            return new Check.Failed(time.instant(), "this is a defect of Rowan: " + defect);
        }
    }

    /// What was found belongs to the head that was checked, where the check tells it.
    private void end(RunSummary run, Check check) {
        String root = check instanceof Check.Checked(var _, Report report)
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
