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
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// The work on one job, action by action, on a thread of its own: what comes next is decided by [JobTransitions]
/// from what is recorded, so that a new process goes on where the last one was.
///
/// Other threads may ask where the job stands, ask for its cancel, and end its sleep.
final class JobWorker {
    private static final int WAKE = 1_000;
    private static final Duration WHILE_PAUSED = Duration.ofSeconds(1);
    /// After so many creations, a day or so, a job that always fails for want of room is held.
    private static final int MOST_TRIES = 30;

    private static final Duration FIRST_REQUEUE = Duration.ofMinutes(1);
    private static final Duration LONGEST_REQUEUE = Duration.ofHours(1);

    private final JobContext context;
    private final BatchServices.Wakeup rows;
    private final Runnable changes;
    private final InterruptibleSleep nap;
    private final Submitter submitter;
    private final Reconciler reconciler;
    private final BatchCandidates candidates;
    private final DuplicateBatches duplicates;
    private final BatchMonitor monitor;
    private final Downloader downloader;
    private final boolean oneRound;
    private boolean askNow;
    private volatile Where where = Where.HERE;
    private volatile boolean ended;
    private volatile boolean calledBack;
    private volatile boolean cancelRequested;

    /// `askNow` asks for the batch once before its time; with `oneRound` nobody waits for a step that is due later.
    JobWorker(JobContext context, BatchServices.Wakeup rows, Runnable changes, boolean oneRound, boolean askNow) {
        this.context = context;
        this.rows = rows;
        this.changes = changes;
        this.nap = new InterruptibleSleep(context.batch().time());
        this.submitter = new Submitter(context);
        this.reconciler = new Reconciler(context);
        this.candidates = new BatchCandidates(context);
        this.duplicates = new DuplicateBatches(context);
        this.monitor = new BatchMonitor(context);
        this.downloader = new Downloader(context);
        this.oneRound = oneRound;
        this.askNow = askNow;
    }

    JobState job() {
        return context.job();
    }

    BatchNode node() {
        return context.node();
    }

    /// Who the job waits for; a cancel that was asked for is ours to record and send.
    Where where() {
        return cancelRequested && !ended ? Where.HERE : where;
    }

    /// Whether its thread has ended.
    boolean isOver() {
        return ended;
    }

    /// Ends its sleep, and with it the work.
    void finish() {
        nap.finish();
    }

    /// Asks for the job to be cancelled, since real time must do the rest of it before the deadline.
    void callBack() {
        calledBack = true;
        nap.wake();
    }

    /// Cancels the job for a person who asks for it while the run works.
    void cancel() {
        cancelRequested = true;
        nap.wake();
    }

    /// Whether the job will be cancelled, or is.
    boolean isCalledBack() {
        return calledBack || context.job().cancel().requested();
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
                    // what is to be done is decided again
                }
            }
        } finally {
            ended = true;
            changes.run();
        }
    }

    /// Whether it hands calls over to the provider.
    private static boolean isSending(JobAction action) {
        return action instanceof JobAction.Upload || action instanceof JobAction.Create;
    }

    /// Whether calls of the job may still be carried out.
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
        if (calledBack && !context.job().cancel().requested() && isUnfinished(context.job())) {
            context.steps().record(new JobStep.CancelIntended("deadline", Optional.empty()));
        }
        JobAction next = JobTransitions.next(context.job(), context.steps().now(), context.pace());
        if (askNow && next instanceof JobAction.Rest && context.job().phase() == Phase.WATCHED) {
            askNow = false;
            return new JobAction.Poll();
        }
        askNow &= !(next instanceof JobAction.Poll);
        return next;
    }

    private void act(JobAction action) throws InterruptedException, IOException {
        if (action instanceof JobAction.Hold) {
            now(Where.PERSON);
            nap.during(() -> new CountDownLatch(1).await());
            return;
        }
        if (action instanceof JobAction.Rest(Instant until, Where at)) {
            now(oneRound && at == Where.HERE ? Where.PROVIDER : at);
            nap.until(until);
            return;
        }
        now(Where.HERE);
        switch (action) {
            case JobAction.Upload _ -> {
                takeRoom();
                submitter.upload();
            }
            case JobAction.Create _ -> create();
            case JobAction.ListBatches _ -> reconciler.listBatches();
            case JobAction.CheckCandidate(var candidate) -> candidates.check(candidate);
            case JobAction.Adopt(var proven) -> candidates.adopt(proven);
            case JobAction.CancelDuplicate(var duplicate) -> duplicates.cancel(duplicate);
            case JobAction.BookDuplicate(var duplicate) -> duplicates.book(duplicate);
            case JobAction.Poll _ -> monitor.poll();
            case JobAction.TimeOut _ -> monitor.timeOut();
            case JobAction.SendCancel _ -> monitor.cancel();
            case JobAction.Requeue _ -> requeue();
            case JobAction.Download _ -> downloader.download();
            case JobAction.Ingest _ -> ingest();
            case JobAction.EndAll(boolean cancelled) -> {
                context.quota().leave();
                new ResultIngester(context).endAll(cancelled);
                wake();
            }
            case JobAction.Clean _ -> clean();
            case JobAction.Rest _, JobAction.Hold _, JobAction.Done _ ->
                throw new IllegalStateException("nothing is to be done for " + action);
        }
        if (context.job().phase() == Phase.ENDED) {
            context.quota().leave();
        }
    }

    private void now(Where at) {
        if (where != at) {
            where = at;
            changes.run();
        }
    }

    private void takeRoom() throws InterruptedException {
        now(Where.ROOM);
        nap.during(() -> context.quota().take());
        now(Where.HERE);
    }

    private void create() throws InterruptedException, IOException {
        takeRoom();
        now(Where.ROOM);
        var turn = new QuotaReservation.Turn[1];
        nap.during(() -> turn[0] = context.quota().turn());
        now(Where.HERE);
        try (QuotaReservation.Turn _ = turn[0]) {
            if (!context.batch().stop().requested()) {
                submitter.create();
            }
        }
    }

    /// Nothing was carried out for want of room: the same file is created again, later and with less beside
    /// it.
    private void requeue() throws InterruptedException {
        context.quota().occupy();
        context.quota().wasTooMuch();
        context.quota().leave();
        int tries = context.job().creation().tries();
        if (tries >= MOST_TRIES) {
            context.steps()
                    .hold("the provider had no room for it " + tries + " times: its quota may be smaller than the job;"
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
        context.quota().leave();
        if (new ResultIngester(context).run()) {
            wake();
        }
    }

    /// Lets the rows of the job go on.
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
        for (int from = 0; from < all.size(); from += WAKE) {
            rows.wake(all.subList(from, Math.min(all.size(), from + WAKE)));
        }
    }

    /// Deletes the uploaded requests as well as it can.
    private void clean() throws InterruptedException {
        BatchReply<Optional<String>> reply =
                context.service().delete(context.job().upload().file().orElseThrow(), context.wire());
        context.steps().record(new JobStep.Cleaned(reply instanceof BatchReply.Done));
    }

    /// Cancels what is with the provider, since the run was interrupted and that is what is to become of its
    /// jobs.
    void cancelOnInterrupt() throws InterruptedException {
        if (context.job().phase() == Phase.WATCHED && !context.job().cancel().requested()) {
            context.steps().record(new JobStep.CancelledByPerson("interrupt", Optional.empty(), Optional.empty()));
            monitor.cancel();
        }
    }
}
