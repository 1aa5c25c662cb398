package dev.rowan.engine.batch.runtime;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.ArtifactsException;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobErrorHandler;
import dev.rowan.engine.batch.JobFiles;
import dev.rowan.engine.batch.JobStepRecorder;
import dev.rowan.engine.batch.planning.BatchRouting;
import dev.rowan.engine.batch.planning.JobSizeLimits;
import dev.rowan.engine.batch.planning.ParkedCallQueue;
import dev.rowan.engine.batch.planning.ProviderQuotas;
import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.jobs.JobAction.Where;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobCommandRefusedException;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobTransitions;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.landscape.JobQueries.BatchJob;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/// Runs the jobs of a run at batch services: a queue per node with a thread that plans jobs from its calls, and
/// one thread for each unfinished job. A defect in one of these threads is thrown to the owner.
///
/// Shared state, guarded by `startLock`: whether new jobs are cancelled immediately. It is held while a job is
/// added, so that cancelling all jobs misses none.
public final class BatchRuntime implements BatchServices {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final BatchContext context;
    private final Map<Integer, ParkedCallQueue> queues = new LinkedHashMap<>();
    private final Map<Integer, AutoModeController> controllers = new LinkedHashMap<>();
    private final Map<String, BatchNode> nodes = new LinkedHashMap<>();
    private final ProviderQuotas quotas;
    private final JobRegistry jobs;
    private final ChangeSignal changes = new ChangeSignal();
    private final CallScope scope = CallScope.open("rowan-batch");
    private volatile Wakeup rows = _ -> {};
    private volatile boolean closing;
    private volatile boolean suspended;
    /// The threads that wake rows.
    private final AtomicInteger waking = new AtomicInteger();

    private final ReentrantLock startLock = new ReentrantLock();
    private boolean cancelsAll;

    public BatchRuntime(Collection<BatchNode> nodes, BatchContext context) {
        this.context = context;
        this.quotas = new ProviderQuotas(context.time());
        this.jobs = new JobRegistry(context);
        nodes.forEach(node -> this.nodes.put(node.name(), node));
        List<JobState> known = jobs.recorded().stream().map(JobState::of).toList();
        for (BatchNode node : nodes) {
            boolean proven = known.stream().anyMatch(job -> job.node().equals(node.name()));
            BatchRouting.Gate gate = BatchRouting.Gate.OPEN;
            if (node.settings().mode() == BatchSettings.Mode.AUTO) {
                var controller = new AutoModeController(node, context, jobs::all);
                controllers.put(node.index(), controller);
                gate = controller;
            }
            queues.put(
                    node.index(),
                    new ParkedCallQueue(context, node, new BatchRouting(node, proven, gate), changes::signal));
        }
    }

    @Override
    public Optional<BatchQueue> queue(int node) {
        return Optional.ofNullable(queues.get(node));
    }

    @Override
    public void start(Wakeup wakeup) throws InterruptedException {
        rows = wakeup;
        List<JobStepRecorder> all = jobs.recorded().stream()
                .map(job -> new JobStepRecorder(context, job))
                .toList();
        for (JobCommand order : context.request().orders()) {
            JobStepRecorder steps = all.stream()
                    .filter(each -> each.state().job() == order.job())
                    .findFirst()
                    .orElseThrow(() -> new JobCommandRefusedException(
                            "run " + context.runId() + " has no batch job " + order.job() + "; it has " + all.size()));
            JobCommands.apply(order, steps, jobs);
        }
        releaseOrSuspend(
                all.stream().filter(each -> each.state().cancel().isWithdrawn()).toList());
        all.forEach(steps -> countDuplicates(steps.state()));
        all.forEach(steps -> startJob(steps, true));
        queues.values()
                .forEach(queue -> scope.start(() -> guarded(() -> new JobPlanningLoop(
                                context, queue, jobs, changes, this::startJob, rows, this::isStopping, this::background)
                        .run())));
        queues.values().forEach(this::startController);
    }

    /// After an operator has cancelled a job, the run submits nothing until an operator releases it.
    private void releaseOrSuspend(List<JobStepRecorder> withdrawn) throws InterruptedException {
        if (context.request().resubmitsCancelled()) {
            for (JobStepRecorder steps : withdrawn) {
                steps.record(new JobStep.Released());
            }
        } else if (!withdrawn.isEmpty()) {
            suspended = true;
            queues.values().forEach(ParkedCallQueue::suspend);
        }
    }

    /// The cost of duplicates is not part of the calls that the budget started with.
    private void countDuplicates(JobState job) {
        job.duplicates().stream()
                .flatMap(each -> each.costUsd().stream())
                .forEach(cost -> context.budget().settle(Usd.ZERO, Usd.of(new BigDecimal(cost))));
    }

    /// Starts the controller of a node with `mode: auto`.
    private void startController(ParkedCallQueue queue) {
        Optional.ofNullable(controllers.get(queue.node().index()))
                .ifPresent(controller ->
                        scope.start(() -> guarded(() -> controller.run(queue, rows, this::background))));
    }

    private void background(AutoModeController.Step step) {
        waking.incrementAndGet();
        scope.start(() -> {
            try {
                guarded(step::run);
            } finally {
                waking.decrementAndGet();
                changes.signal();
            }
        });
    }

    private void startJob(BatchJob planned) {
        startJob(new JobStepRecorder(context, planned), false);
    }

    /// Registers a job and starts its thread.
    private void startJob(JobStepRecorder steps, boolean recovered) {
        JobWorker worker = worker(steps, recovered);
        startLock.lock();
        try {
            jobs.put(worker);
            if (cancelsAll) {
                worker.cancel();
            }
        } finally {
            startLock.unlock();
        }
        scope.start(() -> guarded(worker::run));
    }

    private JobWorker worker(JobStepRecorder steps, boolean recovered) {
        JobState job = steps.state();
        BatchNode node = Optional.ofNullable(nodes.get(job.node()))
                .orElseThrow(() -> new IllegalStateException("batch job " + job.job() + " is of the transform '"
                        + job.node() + "', which has no batch service here"));
        ProviderQuotas.Key key = JobSizeLimits.quotaKey(node);
        if (recovered) {
            job.creation().intendedAt().ifPresent(at -> quotas.created(key.account(), at));
        }
        var request = new ProviderQuotas.Request(
                key,
                job.job(),
                job.plan().priority(),
                job.plan().tokens(),
                JobSizeLimits.limits(node),
                !node.service().limits().tagged());
        var own = new JobContext(
                context,
                node,
                steps,
                new JobFiles(context.artifacts(), job.job(), job.provider()),
                new JobErrorHandler(context, steps, key.account().address()),
                JobTransitions.Pace.of(node.settings(), node.service().limits()),
                quotas.reserve(request),
                jobs,
                new SplittableRandom(jobs.seed()));
        boolean oneRound = context.request().stay() == Stay.ONE_ROUND;
        return new JobWorker(own, rows, changes::signal, oneRound, oneRound && recovered);
    }

    /// The body of a thread; its defect is kept for the owner and stops the others.
    private interface Work {
        void run() throws InterruptedException, IOException;
    }

    private void guarded(Work work) {
        try {
            work.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException files) {
            broke(new ArtifactsException(context.artifacts(), files)); // services do not throw: these are our files
        } catch (RuntimeException | Error defect) {
            broke(defect);
        }
    }

    private void broke(Throwable defect) {
        changes.broke(defect);
        jobs.all().forEach(JobWorker::finish);
        queues.values().forEach(ParkedCallQueue::close);
    }

    private boolean isStopping() {
        return closing || context.stop().requested();
    }

    @Override
    public void quiet() {
        queues.values().forEach(ParkedCallQueue::flush);
    }

    @Override
    public BatchProgress progress() {
        changes.check();
        if (queues.values().stream().anyMatch(ParkedCallQueue::isBusy)) {
            return BatchProgress.BUSY;
        }
        List<Where> where = jobs.all().stream().map(JobWorker::where).toList();
        boolean behind =
                where.contains(Where.CAPACITY) || queues.values().stream().anyMatch(ParkedCallQueue::isUnpaid);
        if (where.contains(Where.HERE)) {
            return BatchProgress.BUSY;
        }
        if (where.contains(Where.PROVIDER)) {
            return BatchProgress.SUBMITTED;
        }
        if (where.contains(Where.OPERATOR) || suspended) {
            return BatchProgress.HELD;
        }
        return behind ? BatchProgress.BUSY : BatchProgress.IDLE;
    }

    @Override
    public long capacity(int node) {
        AutoModeController controller = controllers.get(node);
        return controller == null ? Long.MAX_VALUE : controller.capacity();
    }

    @Override
    public boolean hasWaiting() {
        return waking.get() > 0 || queues.values().stream().anyMatch(queue -> queue.isBusy() || queue.isUnpaid());
    }

    @Override
    public void awaitChange(Duration limit) throws InterruptedException {
        changes.check();
        long seen = changes.count();
        changes.await(limit, () -> changes.count() != seen);
        changes.check();
    }

    @Override
    public List<Long> cancellable() {
        return jobs.all().stream()
                .map(JobWorker::job)
                .filter(JobCommands::isCancellable)
                .map(JobState::job)
                .toList();
    }

    @Override
    public void cancel(OptionalLong job) {
        suspended = true;
        queues.values().forEach(ParkedCallQueue::suspend);
        startLock.lock();
        try {
            cancelsAll |= job.isEmpty();
            jobs.all().stream()
                    .filter(worker -> job.isEmpty() || worker.job().job() == job.getAsLong())
                    .forEach(JobWorker::cancel);
        } finally {
            startLock.unlock();
        }
        changes.signal();
    }

    @Override
    public List<JobProgress> jobs() {
        return jobs.all().stream().map(JobWorker::job).map(JobProgress::of).toList();
    }

    @Override
    public Map<String, Map<String, Object>> metrics() {
        return BatchMetrics.byNode(jobs.all().stream().map(JobWorker::job).toList());
    }

    @Override
    public void close() {
        closing = true;
        queues.values().forEach(ParkedCallQueue::close);
        jobs.all().forEach(JobWorker::finish);
        try (scope) {
            changes.await(GRACE, () -> jobs.all().stream().allMatch(JobWorker::isOver));
            if (context.stop().interrupted() && !changes.isBroken()) {
                cancelAll();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void cancelAll() throws InterruptedException {
        List<FutureTask<Boolean>> cancels = jobs.all().stream()
                .filter(worker ->
                        worker.isOver() && worker.node().settings().onInterrupt() == BatchSettings.OnInterrupt.CANCEL)
                .map(worker -> scope.fork(() -> {
                    worker.cancelOnInterrupt();
                    return true;
                }))
                .toList();
        for (FutureTask<Boolean> cancel : cancels) {
            try {
                cancel.get(GRACE.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException unsent) {
                // the intent is recorded: the next process sends the cancel
                changes.signal();
            }
        }
    }
}
