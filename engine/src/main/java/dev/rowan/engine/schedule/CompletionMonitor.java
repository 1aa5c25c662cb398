package dev.rowan.engine.schedule;

import dev.rowan.engine.batch.BatchDefect;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.release.RunComponents;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Watches for the end of a run's rows: when the source is read, no row is on its way and none is parked.
/// Where only batch services can bring it nearer, it tells them so, and ends the run when that is not to be
/// waited for.
///
/// Runs on the watching thread.
final class CompletionMonitor {
    private static final Duration FOREVER = Duration.ofDays(10_000);
    /// How often it is seen whether the reader is held up.
    private static final Duration GLANCE = Duration.ofMillis(50);
    /// How long nothing is looked at while batch services work.
    private static final Duration LOOK = Duration.ofSeconds(1);
    /// How often batch services may know of nothing while rows wait for them.
    private static final int MOST_AT_A_LOSS = 5;

    private static final String SETTLED = "settled";

    private final RunComponents parts;
    private final Window window;
    private final FutureTask<ReadEnd> reading;
    private final RowReader reader;
    private final Optional<BatchRunParts> work;
    private int atALoss;

    CompletionMonitor(
            RunComponents parts,
            Window window,
            FutureTask<ReadEnd> reading,
            RowReader reader,
            Optional<BatchRunParts> work) {
        this.parts = parts;
        this.window = window;
        this.reading = reading;
        this.reader = reader;
        this.work = work;
    }

    /// Returns when all is through, or stopped and out of the window; [StopSignal#finish] is told. An
    /// interrupt says that the run stops.
    void run() {
        try {
            if (work.isPresent()) {
                awaitThrough(work.get());
            }
        } catch (InterruptedException _) {
            // the run stops
        } catch (BatchDefect files) {
            parts.stop().fail(Optional.<Throwable>ofNullable(files.getCause()).orElse(files));
        } catch (RuntimeException | Error broken) {
            parts.stop().fail(broken);
        }
        try {
            awaitEmpty();
        } catch (RuntimeException | Error broken) {
            parts.stop().fail(broken); // nobody else would end the wait of the run's own thread
        }
    }

    /// Waits until the rows on their way are out. One interrupt may come late of a stop that was seen
    /// already.
    private void awaitEmpty() {
        for (int interrupts = 0; interrupts < 2; interrupts++) {
            try {
                result();
                window.awaitEmpty(FOREVER);
                parts.stop().finish();
                return;
            } catch (InterruptedException _) {
                // the run stops
            }
        }
        Thread.currentThread().interrupt();
    }

    private void awaitThrough(BatchRunParts with) throws InterruptedException {
        while (!parts.stop().requested()) {
            boolean read = awaitReadOrHeldUp();
            long walks = with.rows().awaitIdle();
            long waiting = with.rows().waiting();
            if (read && waiting == 0) {
                with.batches().quiet(); // a lane may hold a call that has its answer by now
                BatchServices.BatchProgress standing = with.batches().progress();
                if (!isAtWork(standing)) {
                    return;
                }
                if (standing == BatchServices.BatchProgress.SUBMITTED && with.stay() == Stay.ONE_ROUND) {
                    parts.stop().waitForBatches(stillLooking(with));
                    return;
                }
                with.batches().awaitChange(LOOK);
            } else if (waiting > 0 && isQuiet(with, walks)) {
                look(with, walks);
            }
        }
    }

    /// A batch that a lost reply made may be found when all rows are through, and nobody goes on with a run
    /// that is complete: it is looked for, cancelled and counted before that.
    private static boolean isAtWork(BatchServices.BatchProgress standing) {
        return switch (standing) {
            case BUSY, SUBMITTED -> true;
            case IDLE, HELD -> false;
        };
    }

    /// Whether nothing has moved for a moment: rows are woken some at a time, and those that are parked again
    /// are to go out together.
    private boolean isQuiet(BatchRunParts with, long walks) throws InterruptedException {
        return !parts.stop().awaitFinishOrRequest(GLANCE) && with.rows().isIdleSince(walks);
    }

    /// True when the source is read; false when the reader waits for room that rows before it do not make.
    private boolean awaitReadOrHeldUp() throws InterruptedException {
        long before = 0;
        while (!isRead()) {
            long place = reader.waitingFor();
            if (place != 0 && place == before) {
                return false;
            }
            before = place;
        }
        return true;
    }

    private boolean isRead() throws InterruptedException {
        try {
            ReadEnd _ = reading.get(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException broken) {
            throw new IllegalStateException("a guarded thread does not throw", broken);
        }
    }

    private void result() throws InterruptedException {
        while (!isRead()) {
            // it ends by itself, or is interrupted by a stop
        }
    }

    /// Nothing moves here but the batch services.
    private void look(BatchRunParts with, long walks) throws InterruptedException {
        with.batches().quiet();
        BatchServices.BatchProgress standing = with.batches().progress();
        if (!with.rows().isIdleSince(walks)) {
            return;
        }
        atALoss = standing == BatchServices.BatchProgress.IDLE ? atALoss + 1 : 0;
        if (atALoss > MOST_AT_A_LOSS) {
            throw new IllegalStateException(
                    with.rows().waiting() + " rows wait for batch services, which know nothing of them");
        }
        boolean leaves = switch (standing) {
            case BUSY, IDLE -> false;
            case SUBMITTED -> with.stay() != Stay.UNTIL_DONE;
            case HELD -> true;
        };
        if (leaves) {
            parts.stop().waitForBatches(words(with));
        } else {
            with.batches().awaitChange(LOOK);
        }
    }

    /// Every row has its outcome, but a lost creation may have made a further batch, which would have to be cancelled.
    private static String stillLooking(BatchRunParts with) {
        return "every row read has its outcome, but the provider may have made a further batch for a creation without"
                + " a reply: rowan batch list " + with.runId()
                + " shows when it is looked for next, and rowan batch poll "
                + with.runId() + " looks";
    }

    private static String words(BatchRunParts with) {
        List<JobProgress> open = with.batches().jobs().stream()
                .filter(job -> !job.step().equals(SETTLED))
                .toList();
        if (open.isEmpty()) {
            return counted(with.rows().waiting(), "row waits", "rows wait")
                    + " since batch jobs were cancelled; nothing is submitted until rowan resume "
                    + with.runId()
                    + " or rowan batch retry "
                    + with.runId();
        }
        List<JobProgress> held =
                open.stream().filter(job -> job.held().isPresent()).toList();
        String rows = counted(with.rows().waiting(), "row waits", "rows wait") + " for ";
        if (!held.isEmpty() && held.size() == open.size()) {
            return rows
                    + (held.size() == 1 ? "1 job that is held" : "%,d jobs that are held".formatted(held.size()))
                    + " until someone decides: rowan batch show "
                    + with.runId()
                    + " "
                    + held.getFirst().job()
                    + " says why and what helps";
        }
        return rows
                + counted(open.size(), "job", "jobs")
                + " of batch services"
                + (held.isEmpty() ? "" : ", " + held.size() + " of them held until someone decides: rowan batch list")
                + "; rowan resume "
                + with.runId()
                + " goes on";
    }

    private static String counted(long count, String one, String several) {
        return "%,d %s".formatted(count, count == 1 ? one : several);
    }
}
