package dev.rowan.engine.batch.runtime;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.planning.JobPlanner;
import dev.rowan.engine.batch.planning.JobSizeLimits;
import dev.rowan.engine.batch.planning.ParkedCallQueue;
import dev.rowan.engine.batch.planning.WaitingCall;
import dev.rowan.engine.jobs.JobAction.Where;
import dev.rowan.landscape.JobQueries.BatchJob;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Plans jobs from the calls of one queue, on its own thread, until the run stops.
final class JobPlanningLoop {
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final BatchContext context;
    private final ParkedCallQueue queue;
    private final JobRegistry jobs;
    private final ChangeSignal changes;
    private final Consumer<BatchJob> start;
    private final BatchServices.Wakeup rows;
    private final BooleanSupplier stopping;
    private final AutoModeController.Background threads;
    private final JobPlanner planner;

    /// `start` starts a planned job; `threads` wake rows that can continue.
    JobPlanningLoop(
            BatchContext context,
            ParkedCallQueue queue,
            JobRegistry jobs,
            ChangeSignal changes,
            Consumer<BatchJob> start,
            BatchServices.Wakeup rows,
            BooleanSupplier stopping,
            AutoModeController.Background threads) {
        this.context = context;
        this.queue = queue;
        this.jobs = jobs;
        this.changes = changes;
        this.start = start;
        this.rows = rows;
        this.stopping = stopping;
        this.threads = threads;
        this.planner = new JobPlanner(context, queue.node(), context.budget()::tryReserve, jobs::submission);
    }

    void run() throws InterruptedException, IOException {
        while (!stopping.getAsBoolean()) {
            Optional<ParkedCallQueue.Group> group = queue.nextGroup();
            if (group.isEmpty()) {
                return;
            }
            context.recorder().awaitCommitted(group.get().lastParked());
            while (!stopping.getAsBoolean() && isHeldBack()) {
                context.time().sleep(CHECK_INTERVAL);
            }
            if (queue.isSuspended()) {
                queue.planned(group.get().calls(), List.of(), false);
            } else if (!stopping.getAsBoolean()) {
                plan(group.get());
            }
        }
    }

    private boolean isHeldBack() {
        return !queue.isSuspended() && (!queue.isOpen() || context.stop().paused());
    }

    /// Rows are woken on another thread: that blocks while the window is full, maybe of rows that wait for this
    /// queue.
    private void plan(ParkedCallQueue.Group group) throws InterruptedException, IOException {
        List<WaitingCall> calls = queue.fix(group.calls());
        if (calls.isEmpty()) {
            queue.planned(group.calls(), List.of(), false);
            return;
        }
        if (calls.size() < JobSizeLimits.minRequests(queue.node())) {
            List<Long> few = queue.releaseFew(group.calls(), calls);
            threads.start(() -> rows.release(queue.node().name(), few));
            return;
        }
        if (exceedsBudget(calls) && willReleaseBudget()) {
            queue.planned(group.calls(), calls, true);
            awaitBudget(calls.getFirst());
            return;
        }
        long number = jobs.nextNumber();
        JobPlanner.Planned planned = planner.plan(number, calls);
        planned.job().ifPresentOrElse(start, () -> jobs.release(number));
        if (!planned.rows().isEmpty()) {
            threads.start(() -> rows.wake(planned.rows()));
        }
        queue.planned(group.calls(), planned.left(), planned.unpaid().isPresent());
        if (planned.unpaid().isPresent() && planned.job().isEmpty()) {
            awaitBudget(planned.unpaid().get());
        }
    }

    /// Whether the budget does not cover all of these now. Near the cap, calls are not sent one by one as
    /// reservations are released: that would be a job each.
    private boolean exceedsBudget(List<WaitingCall> calls) {
        Optional<Usd> cap = context.budget().cap();
        if (cap.isEmpty()) {
            return false;
        }
        BigDecimal taken = context.budget()
                .spent()
                .dollars()
                .add(context.budget().reserved().dollars());
        BigDecimal wanted = calls.stream().map(call -> call.worst().dollars()).reduce(BigDecimal.ZERO, BigDecimal::add);
        return taken.add(wanted).compareTo(cap.get().dollars()) > 0;
    }

    /// Whether running jobs will release reserved budget by themselves.
    private boolean willReleaseBudget() {
        return jobs.all().stream()
                .map(JobWorker::where)
                .anyMatch(where -> where != Where.NOBODY && where != Where.OPERATOR);
    }

    /// Waits for others to settle; if there are none, the run's budget is exhausted.
    private void awaitBudget(WaitingCall call) throws InterruptedException {
        long seen = changes.count();
        boolean others = jobs.all().stream().anyMatch(worker -> worker.where() != Where.NOBODY);
        if (!others && exceedsCap(call)) {
            context.stop()
                    .limit("the cost cap of " + context.budget().cap().orElseThrow() + " USD: "
                            + context.budget().spent() + " are spent, and the next call may cost " + call.worst());
        }
        changes.await(CHECK_INTERVAL, () -> stopping.getAsBoolean() || changes.count() != seen);
    }

    private boolean exceedsCap(WaitingCall call) {
        var spent = context.budget().spent();
        return context.budget()
                .cap()
                .filter(cap -> spent.compareTo(cap) > 0 || call.worst().compareTo(cap.minus(spent)) > 0)
                .isPresent();
    }
}
