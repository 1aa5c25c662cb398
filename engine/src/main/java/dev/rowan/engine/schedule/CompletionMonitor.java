package dev.rowan.engine.schedule;

import dev.rowan.engine.batch.BatchDefect;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.RunComponents;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Detects the end of a run's rows: the source is exhausted, no row is in flight and none is parked. If only batch
/// services can make progress, it notifies them, and stops the run if it is not to wait for them.
///
/// Runs on the `rowan-watch` thread.
final class CompletionMonitor {
    private static final Duration FOREVER = Duration.ofDays(10_000);
    /// How often to check whether the reader is blocked.
    private static final Duration READER_CHECK_INTERVAL = Duration.ofMillis(50);
    /// The interval between checks while batch services work.
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
    /// How often batch services may report that they are idle while rows wait for them.
    private static final int MAX_IDLE_CHECKS = 5;

    private static final String SETTLED = "settled";

    private final RunComponents parts;
    private final Window window;
    private final FutureTask<ReadEnd> reading;
    private final RowReader reader;
    private final Optional<BatchRunParts> work;
    private int idleChecks;

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

    /// Returns when all rows have finished, or the run stops and the window is empty; then calls
    /// [StopSignal#finish]. An interrupt means that the run stops.
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

    /// Waits until no row is in flight. One interrupt may be a late one of a stop that was seen already.
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
            boolean read = awaitReadOrBlocked();
            ParkedRows.Idle idle = with.rows().awaitIdle();
            if (read && idle.waiting() == 0) {
                with.batches().quiet(); // a queue may hold a call that has its answer by now
                BatchServices.BatchProgress state = with.batches().progress();
                if (!isAtWork(state)) {
                    return;
                }
                if (state == BatchServices.BatchProgress.SUBMITTED && with.stay() == Stay.ONE_ROUND) {
                    parts.stop().waitForBatches(duplicateSearch(with));
                    return;
                }
                with.batches().awaitChange(CHECK_INTERVAL);
            } else if (idle.waiting() > 0 && isQuiet(with, idle.starts())) {
                check(with, idle.starts());
            }
        }
    }

    /// A batch whose create request got no reply may be found after all rows have finished, and nobody resumes a
    /// complete run: it is searched for, cancelled and counted first.
    private static boolean isAtWork(BatchServices.BatchProgress state) {
        return switch (state) {
            case BUSY, SUBMITTED -> true;
            case IDLE, HELD -> false;
        };
    }

    /// Whether nothing changes for a moment: rows are woken in pages, and those parked again should be submitted
    /// together.
    private boolean isQuiet(BatchRunParts with, long starts) throws InterruptedException {
        return !parts.stop().awaitFinishOrRequest(READER_CHECK_INTERVAL)
                && with.rows().isIdleSince(starts);
    }

    /// True when the source is read; false when the reader is blocked by earlier rows that are not released.
    private boolean awaitReadOrBlocked() throws InterruptedException {
        long before = 0;
        while (!isRead()) {
            long position = reader.waitingFor();
            if (position != 0 && position == before) {
                return false;
            }
            before = position;
        }
        return true;
    }

    private boolean isRead() throws InterruptedException {
        try {
            ReadEnd _ = reading.get(READER_CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
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

    /// Only the batch services can make progress.
    private void check(BatchRunParts with, long starts) throws InterruptedException {
        with.shared().ifPresent(calls -> calls.recheck(with.rows()::isActive));
        with.batches().quiet();
        BatchServices.BatchProgress state = with.batches().progress();
        if (!with.rows().isIdleSince(starts)) {
            return;
        }
        if (with.batches().postpones()) {
            postpone(with);
            return;
        }
        idleChecks = state == BatchServices.BatchProgress.IDLE ? idleChecks + 1 : 0;
        if (idleChecks > MAX_IDLE_CHECKS) {
            throw new IllegalStateException(
                    with.rows().waiting() + " rows wait for batch services or calls that know none of them");
        }
        boolean leaves = switch (state) {
            case BUSY, IDLE -> false;
            case SUBMITTED -> with.stay() != Stay.UNTIL_DONE;
            case HELD -> true;
        };
        if (leaves) {
            parts.stop().waitForBatches(waitMessage(with));
        } else {
            with.batches().awaitChange(CHECK_INTERVAL);
        }
    }

    /// Leaves the parked rows to a later process, once their calls are on record.
    private void postpone(BatchRunParts with) throws InterruptedException {
        parts.recorder().awaitCommitted(with.rows().recorded());
        for (long row : with.rows().postpone()) {
            parts.release().put(with.rows().positionOf(row), new FinishedRow.Postponed(row));
        }
    }

    /// Every row has its outcome, but a create request without a reply may have made another batch, which must be
    /// cancelled.
    private static String duplicateSearch(BatchRunParts with) {
        return "every row read has its outcome, but the provider may have created another batch for a request without a"
                + " reply: rowan batch list " + with.runId()
                + " shows when it is searched for next, and rowan batch poll "
                + with.runId() + " searches now";
    }

    private static String waitMessage(BatchRunParts with) {
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
                + counted(open.size(), "batch job", "batch jobs")
                + (held.isEmpty() ? "" : ", " + held.size() + " of them held until someone decides: rowan batch list")
                + "; rowan resume "
                + with.runId()
                + " continues";
    }

    private static String counted(long count, String one, String several) {
        return "%,d %s".formatted(count, count == 1 ? one : several);
    }
}
