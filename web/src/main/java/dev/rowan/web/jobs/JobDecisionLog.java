package dev.rowan.web.jobs;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.jobs.JobActions.CannotAct;
import dev.rowan.web.jobs.JobActions.Decision;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/// The decisions made on the page. Each runs on its own thread, one at a time per run. Shared state, guarded by
/// `lock`: the latest decisions.
final class JobDecisionLog implements AutoCloseable {
    private static final int KEPT = 200;
    private static final long SOON_MILLIS = 1_500;

    private final JobActions actions;
    private final Time time;
    private final CallScope scope = CallScope.open("web-job");
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, DecisionState> latest = new LinkedHashMap<>();
    private int count;

    JobDecisionLog(JobActions actions, Time time) {
        this.actions = actions;
        this.time = time;
    }

    /// The state of a decision; `problem` is the cause of its failure.
    record DecisionState(Decision decision, Instant since, boolean working, Optional<String> problem) {}

    /// Starts a decision, waits briefly for its end, and returns its state.
    DecisionState take(Decision decision) throws InterruptedException {
        int number = begin(decision);
        FutureTask<DecisionState> work = scope.fork(() -> {
            Optional<String> problem = Optional.of("stopped unexpectedly");
            try {
                problem = carryOut(decision);
            } finally {
                end(number, problem);
            }
            return state(number);
        });
        try {
            return work.get(SOON_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return state(number);
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        }
    }

    private Optional<String> carryOut(Decision decision) {
        try {
            actions.act(decision);
            return Optional.empty();
        } catch (CannotAct | IOException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of("the server was stopped before it finished; the run can be resumed");
        }
    }

    private int begin(Decision decision) {
        lock.lock();
        try {
            latest.values().stream()
                    .filter(other -> other.working() && other.decision().runId().equals(decision.runId()))
                    .findFirst()
                    .ifPresent(other -> {
                        throw new WebRequestException(
                                409,
                                "the server is still working on job "
                                        + other.decision().job() + " of this run ("
                                        + other.decision().choice().word() + "); wait until it has finished");
                    });
            latest.put(++count, new DecisionState(decision, time.instant(), true, Optional.empty()));
            if (latest.size() > KEPT) {
                latest.remove(latest.keySet().iterator().next());
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    private void end(int number, Optional<String> problem) {
        lock.lock();
        try {
            latest.computeIfPresent(
                    number, (_, started) -> new DecisionState(started.decision(), started.since(), false, problem));
        } finally {
            lock.unlock();
        }
    }

    private DecisionState state(int number) {
        lock.lock();
        try {
            return Optional.ofNullable(latest.get(number)).orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    /// The latest decision on a job.
    Optional<DecisionState> on(String runId, long job) {
        lock.lock();
        try {
            List<DecisionState> all = new ArrayList<>(latest.values());
            return all.reversed().stream()
                    .filter(state -> state.decision().runId().equals(runId)
                            && state.decision().job() == job)
                    .findFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
