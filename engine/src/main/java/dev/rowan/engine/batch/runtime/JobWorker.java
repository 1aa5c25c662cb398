package dev.rowan.engine.batch.runtime;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.QuotaReservation;
import dev.rowan.engine.batch.settling.Downloader;
import dev.rowan.engine.batch.settling.ResultIngester;
import dev.rowan.engine.batch.submitting.BatchCandidates;
import dev.rowan.engine.batch.submitting.DuplicateBatches;
import dev.rowan.engine.batch.submitting.Reconciler;
import dev.rowan.engine.batch.submitting.Submitter;
import dev.rowan.engine.batch.watching.BatchMonitor;
import dev.rowan.engine.jobs.JobAction;
import dev.rowan.engine.jobs.JobAction.Where;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobState.Phase;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobTransitions;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Works on one job, action by action, on its own thread. [JobTransitions] decides the next action from the
/// recorded state, so that a new process continues where the last one stopped.
///
/// Other threads may query the job, request its cancel, and interrupt its sleep.
final class JobWorker {
    private static final int WAKE = 1_000;
    private static final Duration WHILE_PAUSED = Duration.ofSeconds(1);
    /// The creations, over about a day, after which a job that always fails for quota is held.
    private static final int MAX_CREATIONS = 30;

    private static final Duration FIRST_REQUEUE = Duration.ofMinutes(1);
    private static final Duration LONGEST_REQUEUE = Duration.ofHours(1);

    private final JobContext context;
    private final BatchServices.Wakeup rows;
    private final Runnable changes;
    private final InterruptibleSleep sleep;
    private final Submitter submitter;
    private final Reconciler reconciler;
    private final BatchCandidates candidates;
    private final DuplicateBatches duplicates;
    private final BatchMonitor monitor;
    private final Downloader downloader;
    private final boolean oneRound;
    private boolean pollNow;
    private volatile Where where = Where.HERE;
    private volatile boolean ended;
    private volatile boolean recalled;
    private volatile boolean cancelRequested;

    /// `pollNow` polls the batch once before it is due; with `oneRound` steps that are due later are not
    /// awaited.
    JobWorker(JobContext context, BatchServices.Wakeup rows, Runnable changes, boolean oneRound, boolean pollNow) {
        this.context = context;
        this.rows = rows;
        this.changes = changes;
        this.sleep = new InterruptibleSleep(context.batch().time());
        this.submitter = new Submitter(context);
        this.reconciler = new Reconciler(context);
        this.candidates = new BatchCandidates(context);
        this.duplicates = new DuplicateBatches(context);
        this.monitor = new BatchMonitor(context);
        this.downloader = new Downloader(context);
        this.oneRound = oneRound;
        this.pollNow = pollNow;
    }

    JobState job() {
        return context.job();
    }

    BatchNode node() {
        return context.node();
    }

    /// Who the job waits for; a requested cancel is ours to record and send.
    Where where() {
        return cancelRequested && !ended ? Where.HERE : where;
    }

    /// Whether its thread has ended.
    boolean isOver() {
        return ended;
    }

    /// Ends its sleep and its work.
    void finish() {
        sleep.finish();
    }

    /// Requests a cancel, since the rest of the job must be done in real time before the deadline.
    void recall() {
        recalled = true;
        sleep.wake();
    }

    /// Cancels the job on request of an operator while the run is active.
    void cancel() {
        cancelRequested = true;
        sleep.wake();
    }

    /// Whether the job is cancelled or about to be.
    boolean isRecalled() {
        return recalled || context.job().cancel().requested();
    }

    void run() throws InterruptedException, IOException {
        try {
            if (isWithProvider(context.job())) {
                context.quota().occupy();
            }
            while (!context.batch().stop().requested()) {
                JobAction action = next();
                if (action instanceof JobAction.Done) {
                    now(Where.NOBODY);
                    return;
                }
                if (isSending(action) && context.batch().stop().paused()) {
                    context.batch().time().sleep(WHILE_PAUSED);
                    continue;
                }
                try {
                    act(action);
                } catch (InterruptibleSleep.Woken _) {
                    // the next action is decided again
                }
            }
        } finally {
            ended = true;
            changes.run();
        }
    }

    /// Whether it submits calls to the provider.
    private static boolean isSending(JobAction action) {
        return action instanceof JobAction.Upload || action instanceof JobAction.Create;
    }

    /// Whether calls of the job may still be executed.
    static boolean isUnfinished(JobState job) {
        return switch (job.phase()) {
            case PLANNED, UPLOADING, UPLOADED, CREATING, WATCHED -> true;
            case ENDED, DOWNLOADED, SETTLED, HELD -> false;
        };
    }

    private static boolean isWithProvider(JobState job) {
        return switch (job.phase()) {
            case CREATING, WATCHED, HELD -> true;
            case PLANNED, UPLOADING, UPLOADED, ENDED, DOWNLOADED, SETTLED -> false;
        };
    }

    private JobAction next() throws InterruptedException {
        if (cancelRequested) {
            now(Where.HERE);
            cancelRequested = false;
            if (JobCommands.isCancellable(context.job())
                    && !context.job().cancel().isWithdrawn()) {
                JobCommands.cancel(context.job(), context.steps());
            }
        }
        if (recalled && !context.job().cancel().requested() && isUnfinished(context.job())) {
            context.steps().record(new JobStep.CancelIntended("deadline", Optional.empty()));
        }
        JobAction next = JobTransitions.next(context.job(), context.steps().now(), context.pace());
        if (pollNow && next instanceof JobAction.Rest && context.job().phase() == Phase.WATCHED) {
            pollNow = false;
            return new JobAction.Poll();
        }
        pollNow &= !(next instanceof JobAction.Poll);
        return next;
    }

    private void act(JobAction action) throws InterruptedException, IOException {
        if (action instanceof JobAction.Hold) {
            now(Where.OPERATOR);
            sleep.during(() -> new CountDownLatch(1).await());
            return;
        }
        if (action instanceof JobAction.Rest(Instant until, Where at)) {
            now(oneRound && at == Where.HERE ? Where.PROVIDER : at);
            sleep.until(until);
            return;
        }
        now(Where.HERE);
        switch (action) {
            case JobAction.Upload _ -> {
                reserveQuota();
                submitter.upload();
            }
            case JobAction.Create _ -> create();
            case JobAction.ListBatches _ -> reconciler.listBatches();
            case JobAction.CheckCandidate(var candidate) -> candidates.check(candidate);
            case JobAction.Adopt(var proven) -> candidates.adopt(proven);
            case JobAction.CancelDuplicate(var duplicate) -> duplicates.cancel(duplicate);
            case JobAction.RecordDuplicateCost(var duplicate) -> duplicates.recordCost(duplicate);
            case JobAction.Poll _ -> monitor.poll();
            case JobAction.TimeOut _ -> monitor.timeOut();
            case JobAction.SendCancel _ -> monitor.cancel();
            case JobAction.Requeue _ -> requeue();
            case JobAction.Download _ -> downloader.download();
            case JobAction.Ingest _ -> ingest();
            case JobAction.EndAll(boolean cancelled) -> {
                context.quota().release();
                new ResultIngester(context).endAll(cancelled);
                wake();
            }
            case JobAction.Clean _ -> clean();
            case JobAction.Rest _, JobAction.Hold _, JobAction.Done _ ->
                throw new IllegalStateException("nothing is to be done for " + action);
        }
        if (context.job().phase() == Phase.ENDED) {
            context.quota().release();
        }
    }

    private void now(Where at) {
        if (where != at) {
            where = at;
            changes.run();
        }
    }

    private void reserveQuota() throws InterruptedException {
        now(Where.CAPACITY);
        sleep.during(() -> context.quota().acquire());
        now(Where.HERE);
    }

    private void create() throws InterruptedException, IOException {
        reserveQuota();
        now(Where.CAPACITY);
        var turn = new QuotaReservation.Turn[1];
        sleep.during(() -> turn[0] = context.quota().turn());
        now(Where.HERE);
        try (QuotaReservation.Turn _ = turn[0]) {
            if (!context.batch().stop().requested()) {
                submitter.create();
            }
        }
    }

    /// Nothing was executed for lack of quota: the same file is created again later, with fewer jobs beside it.
    private void requeue() throws InterruptedException {
        context.quota().occupy();
        context.quota().reduce();
        context.quota().release();
        int tries = context.job().creation().tries();
        if (tries >= MAX_CREATIONS) {
            context.steps()
                    .hold("the provider refused it for quota " + tries
                            + " times: the quota may be smaller than the job;"
                            + " cancel it and set batch.max_requests or batch.max_enqueued_tokens");
            return;
        }
        Duration wait = FIRST_REQUEUE.multipliedBy(1L << Math.min(tries, 7));
        Duration capped = wait.compareTo(LONGEST_REQUEUE) > 0 ? LONGEST_REQUEUE : wait;
        context.steps()
                .record(new JobStep.Requeued(
                        Reconciler.released(context.job()),
                        context.steps().now().plus(capped)));
    }

    private void ingest() throws InterruptedException, IOException {
        context.quota().release();
        if (new ResultIngester(context).run()) {
            wake();
        }
    }

    /// Wakes the rows of the job.
    private void wake() throws InterruptedException {
        List<Long> all;
        try (LandscapeReader reader = context.batch().readers().get()) {
            all = reader.jobs().manifest(context.batch().runId(), context.job().job()).stream()
                    .map(BatchItem::key)
                    .map(key -> key.rowSeq())
                    .distinct()
                    .sorted()
                    .toList();
        }
        boolean calledBack = isCalledBack();
        for (int from = 0; from < all.size(); from += WAKE) {
            List<Long> some = all.subList(from, Math.min(all.size(), from + WAKE));
            if (calledBack) {
                rows.release(node().name(), some);
            } else {
                rows.wake(some);
            }
        }
    }

    /// Whether calls that the job has not processed go on in real time.
    private boolean isCalledBack() {
        JobState job = context.job();
        return node().settings().mode() == BatchSettings.Mode.AUTO
                && !job.cancel().isByPerson()
                && job.counts().getOrDefault(ItemEnd.CANCELLED, 0L)
                                + job.counts().getOrDefault(ItemEnd.EXPIRED, 0L)
                        > 0;
    }

    /// Tries to delete the uploaded requests.
    private void clean() throws InterruptedException {
        BatchReply<Optional<String>> reply =
                context.service().delete(context.job().upload().file().orElseThrow(), context.wire());
        context.steps().record(new JobStep.FilesDeleted(reply instanceof BatchReply.Done));
    }

    /// Cancels the provider's batch because the run was interrupted and is configured to cancel its jobs.
    void cancelOnInterrupt() throws InterruptedException {
        if (context.job().phase() == Phase.WATCHED && !context.job().cancel().requested()) {
            context.steps().record(new JobStep.CancelledByPerson("interrupt", Optional.empty(), Optional.empty()));
            monitor.cancel();
        }
    }
}
