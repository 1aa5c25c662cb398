package dev.rowan.web.control;

import dev.rowan.api.CallScope;
import dev.rowan.web.control.RunActions.Action;
import dev.rowan.web.control.RunActions.ActionRefused;
import dev.rowan.web.http.WebRequestException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/// The work that was started from the page, each on a thread of its own and one at a time for each run. Closing
/// this interrupts it, which stops the runs as Ctrl-C would.
///
/// Shared state, guarded by `lock`: what was started last, by run.
public final class BackgroundRuns implements AutoCloseable {
    private static final int MAX_KEPT = 200;
    private static final long FIRST_WAIT_MILLIS = 1_500;

    private final RunActions actions;
    private final CallScope scope = CallScope.open("web-run");
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Started> latest = new LinkedHashMap<>();

    public BackgroundRuns(RunActions actions) {
        this.actions = actions;
    }

    /// A started action; `problem` is the cause of its failure.
    public record Started(Action action, boolean working, Optional<String> problem) {}

    /// Starts it, waits a moment for a refusal, and returns its state then.
    Started start(Action action, String runId) throws InterruptedException {
        begin(action, runId);
        FutureTask<Started> work = scope.fork(() -> {
            Optional<String> problem = Optional.of("stopped unexpectedly");
            try {
                problem = run(action, runId);
            } finally {
                put(runId, new Started(action, false, problem));
            }
            return new Started(action, false, problem);
        });
        try {
            return work.get(FIRST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return new Started(action, true, Optional.empty());
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        }
    }

    private Optional<String> run(Action action, String runId) {
        try {
            actions.run(action, runId);
            return Optional.empty();
        } catch (ActionRefused | IOException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of("the server was stopped");
        }
    }

    private void begin(Action action, String runId) {
        lock.lock();
        try {
            if (latest(runId).filter(Started::working).isPresent()) {
                throw new WebRequestException(409, "this server is already working on run " + runId + " already");
            }
            put(runId, new Started(action, true, Optional.empty()));
        } finally {
            lock.unlock();
        }
    }

    private void put(String runId, Started started) {
        lock.lock();
        try {
            latest.remove(runId);
            latest.put(runId, started);
            if (latest.size() > MAX_KEPT) {
                latest.remove(latest.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /// The latest action on a run.
    public Optional<Started> latest(String runId) {
        lock.lock();
        try {
            return Optional.ofNullable(latest.get(runId));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
