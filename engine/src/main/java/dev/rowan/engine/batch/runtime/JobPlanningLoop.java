package dev.rowan.engine.batch.runtime;

import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.planning.JobPlanner;
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

/// Makes jobs of what a lane collects, on a thread of the lane's own, until the run stops.
final class JobPlanningLoop {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final BatchContext context;
    private final ParkedCallQueue lane;
    private final JobRegistry jobs;
    private final ChangeSignal changes;
    private final Consumer<BatchJob> begin;
    private final BatchServices.Wakeup rows;
    private final BooleanSupplier stopping;
    private final AutoModeController.Background threads;
    private final JobPlanner planner;

    /// `begin` takes up a job that was planned; `threads` wake rows that can go on.
    JobPlanningLoop(
            BatchContext context,
            ParkedCallQueue lane,
            JobRegistry jobs,
            ChangeSignal changes,
            Consumer<BatchJob> begin,
            BatchServices.Wakeup rows,
            BooleanSupplier stopping,
            AutoModeController.Background threads) {
        this.context = context;
        this.lane = lane;
        this.jobs = jobs;
        this.changes = changes;
        this.begin = begin;
        this.rows = rows;
        this.stopping = stopping;
        this.threads = threads;
        this.planner = new JobPlanner(context, lane.node(), context.budget()::tryReserve, jobs::submission);
    }

    void run() throws InterruptedException, IOException {
        while (!stopping.getAsBoolean()) {
            Optional<ParkedCallQueue.Group> group = lane.nextGroup();
            if (group.isEmpty()) {
                return;
            }
            context.recorder().awaitCommitted(group.get().lastParked());
            while (!stopping.getAsBoolean() && isHeldBack()) {
                context.time().sleep(LOOK_AGAIN);
            }
            if (lane.isSuspended()) {
                lane.planned(group.get().calls(), List.of(), false);
            } else if (!stopping.getAsBoolean()) {
                plan(group.get());
            }
        }
    }

    private boolean isHeldBack() {
        return !lane.isSuspended() && (!lane.isOpen() || context.stop().paused());
    }

    /// Rows are woken elsewhere: that takes as long as the window is full, which it may be of rows that wait
    /// for this lane.
    private void plan(ParkedCallQueue.Group group) throws InterruptedException, IOException {
        if (isShort(group.calls()) && comesMoney()) {
            lane.planned(group.calls(), group.calls(), true);
            awaitMoney(group.calls().getFirst());
            return;
        }
        long number = jobs.nextNumber();
        JobPlanner.Planned planned = planner.plan(number, group.calls());
        planned.job().ifPresentOrElse(begin, () -> jobs.giveBack(number));
        if (!planned.rows().isEmpty()) {
            threads.start(() -> rows.wake(planned.rows()));
        }
        lane.planned(group.calls(), planned.left(), planned.unpaid().isPresent());
        if (planned.unpaid().isPresent() && planned.job().isEmpty()) {
            awaitMoney(planned.unpaid().get());
        }
    }

    /// Whether there is not money for all of these now. Near the cap calls are not sent one by one as money
    /// comes back: that would be a job each.
    private boolean isShort(List<WaitingCall> calls) {
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

    /// Whether jobs are under way that give back what they do not need, by themselves.
    private boolean comesMoney() {
        return jobs.all().stream()
                .map(JobWorker::where)
                .anyMatch(where -> where != Where.NOBODY && where != Where.PERSON);
    }

    /// Waits for what others settle; without others the run has used its budget.
    private void awaitMoney(WaitingCall call) throws InterruptedException {
        long seen = changes.count();
        boolean others = jobs.all().stream().anyMatch(worker -> worker.where() != Where.NOBODY);
        if (!others && isBeyond(call)) {
            context.stop()
                    .limit("the cost cap of " + context.budget().cap().orElseThrow() + " USD: "
                            + context.budget().spent() + " are spent, and the next call may cost " + call.worst());
        }
        changes.await(LOOK_AGAIN, () -> stopping.getAsBoolean() || changes.count() != seen);
    }

    private boolean isBeyond(WaitingCall call) {
        var spent = context.budget().spent();
        return context.budget()
                .cap()
                .filter(cap -> spent.compareTo(cap) > 0 || call.worst().compareTo(cap.minus(spent)) > 0)
                .isPresent();
    }
}
