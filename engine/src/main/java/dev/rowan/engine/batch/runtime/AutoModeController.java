package dev.rowan.engine.batch.runtime;

import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.batch.planning.BatchRouting;
import dev.rowan.engine.batch.planning.ParkedCallQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// Enforces the deadline of a node with `mode: auto`: cancels jobs and releases waiting calls while there is
/// time to send them in real time.
///
/// One thread checks repeatedly; row threads query the gate. Shared state: the number of calls being released.
final class AutoModeController implements BatchRouting.Gate {
    private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);
    private static final int AT_ONCE = 1_000;

    private final AutoPolicy policy;
    private final BatchNode node;
    private final BatchContext context;
    private final Instant deadline;
    private final Supplier<List<JobWorker>> workers;
    private final AtomicLong releasing = new AtomicLong();

    AutoModeController(BatchNode node, BatchContext context, Supplier<List<JobWorker>> workers) {
        this.policy = context.policy();
        this.node = node;
        this.context = context;
        this.deadline =
                context.deadline().orElseThrow(() -> new IllegalArgumentException("mode auto needs a deadline"));
        this.workers = workers;
    }

    @Override
    public boolean hasCapacity() {
        return capacity() > 0;
    }

    /// How many more calls may be submitted.
    long capacity() {
        long all =
                policy.capacity(context.time().instant(), deadline, realTime().pace(), ahead());
        return Math.max(0, all - live(false));
    }

    @Override
    public int maxPerJob() {
        return (int)
                policy.jobSize(context.time().instant(), deadline, realTime().pace(), Integer.MAX_VALUE);
    }

    private RealtimeThroughput realTime() {
        return node.realTime();
    }

    /// The real-time backlog: calls in flight, being released, or returning from cancelled jobs.
    private long ahead() {
        return realTime().ahead() + releasing.get() + live(true);
    }

    /// The calls in jobs that are cancelled, or not.
    private long live(boolean recalled) {
        return mine().stream()
                .filter(worker -> worker.isRecalled() == recalled)
                .mapToLong(worker -> worker.job().items())
                .sum();
    }

    private List<JobWorker> mine() {
        return workers.get().stream()
                .filter(worker -> worker.node().index() == node.index() && JobWorker.isUnfinished(worker.job()))
                .toList();
    }

    /// Checks until interrupted; `queue` is the node's queue.
    void run(ParkedCallQueue queue, BatchServices.Wakeup rows, Background threads) throws InterruptedException {
        while (!context.stop().requested()) {
            Instant now = context.time().instant();
            AutoPolicy.Decision decision = policy.decide(situation(now, queue.size()));
            mine().stream()
                    .filter(worker -> decision.cancel().contains(worker.job().job()))
                    .forEach(JobWorker::recall);
            long excess = queue.size() - decision.submit();
            if (excess > 0 && queue.isOpen()) {
                release(queue.release(excess), rows, threads);
            }
            Duration next = Duration.between(now, decision.lookAgain());
            context.time().sleep(bounded(next));
        }
    }

    private static Duration bounded(Duration next) {
        if (next.compareTo(SHORTEST_LOOK) < 0) {
            return SHORTEST_LOOK;
        }
        return next.compareTo(LONGEST_LOOK) > 0 ? LONGEST_LOOK : next;
    }

    private AutoPolicy.Situation situation(Instant now, long waiting) {
        List<AutoPolicy.Live> live = mine().stream()
                .filter(worker -> !worker.isRecalled())
                .map(worker -> new AutoPolicy.Live(
                        worker.job().job(),
                        worker.job().items(),
                        worker.job().batch().createdAt().orElse(now)))
                .toList();
        return new AutoPolicy.Situation(now, deadline, realTime().pace(), ahead(), waiting, live);
    }

    /// Releases rows to real time. Starting them may block while the window is full, so it has its own thread.
    private void release(List<Long> released, BatchServices.Wakeup rows, Background threads) {
        releasing.addAndGet(released.size());
        threads.start(() -> {
            for (int from = 0; from < released.size(); from += AT_ONCE) {
                List<Long> some = released.subList(from, Math.min(released.size(), from + AT_ONCE));
                rows.release(node.name(), some);
                releasing.addAndGet(-some.size());
            }
        });
    }

    /// Starts work on its own thread.
    @FunctionalInterface
    interface Background {
        void start(Step work);
    }

    /// Work that may block.
    @FunctionalInterface
    interface Step {
        void run() throws InterruptedException;
    }
}
