package dev.rowan.engine.batch.watching;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobErrorHandler;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import dev.rowan.engine.jobs.JobTransitions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Polls a batch and cancels it: on request of an operator, or after its timeout.
public final class BatchMonitor {
    /// The poll interval of a new batch that is not listed yet.
    private static final Duration SOON = Duration.ofSeconds(15);

    private final JobContext context;

    public BatchMonitor(JobContext context) {
        this.context = context;
    }

    public void poll() throws InterruptedException {
        Instant asked = context.steps().now();
        BatchReply<BatchStatus> reply =
                context.service().status(context.job().batchId().orElseThrow(), context.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> record(status, asked);
            case BatchReply.Gone<BatchStatus>(var message) -> gone(message, asked);
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                unanswered(reply);
        }
        context.at(FaultPoint.BATCH_POLLED);
    }

    private void unanswered(BatchReply<BatchStatus> reply) throws InterruptedException {
        if (JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER) {
            context.steps().hold("the provider does not return the status of the batch: " + JobErrorHandler.why(reply));
            return;
        }
        context.errors().retryLater("a poll", reply, new DelayDetail.None());
    }

    /// A batch that is not found is judged by the time of the request: this process may have slept since.
    private void gone(String message, Instant asked) throws InterruptedException {
        JobState job = context.job();
        if (JobTransitions.mayLag(job.batch().createdAt(), asked)) {
            context.steps().record(new JobStep.NotFoundYet(context.steps().now().plus(SOON)));
        } else if (job.cancel().requested() && job.cancel().sent()) {
            context.steps().record(new JobStep.CancelledBatchGone("the cancelled batch was not found"));
        } else {
            context.steps().hold("the provider no longer has the batch: " + message);
        }
    }

    /// Records the state of a batch and what follows from it.
    private void record(BatchStatus status, Instant asked) throws InterruptedException {
        JobState job = context.job();
        if (!status.batchId().equals(job.batchId().orElse(""))) {
            context.steps().hold("the provider answered with another batch");
        } else if (status.state() == State.STRANGE) {
            context.steps().hold("the provider returned an unknown batch status: " + status.providerState());
        } else if (isBackwards(job, status, asked)) {
            context.steps()
                    .hold("the batch status went back from "
                            + job.batch().word().orElse("") + " to " + status.providerState());
        } else if (status.state().isEnd()) {
            ended(status);
        } else if (status.state() == State.RUNNING
                && job.cancel().sent()
                && job.cancel().refusal().isPresent()) {
            String refusal = job.cancel().refusal().get();
            context.errors()
                    .retryLater(
                            "the cancel",
                            refusal + "; the batch is still " + status.providerState(),
                            Optional.empty(),
                            new DelayDetail.CancelAgain(failed(refusal), status));
        } else {
            int polls = job.batch().polls() + 1;
            Instant next = JobTransitions.nextPoll(
                    context.steps().now(),
                    context.pace().after(polls, context.random().nextDouble()),
                    status.expiresAt());
            context.steps().record(new JobStep.Polled(status, polls, next));
        }
    }

    /// A batch that is being cancelled does not run again, unless the shown state lags behind.
    private static boolean isBackwards(JobState job, BatchStatus status, Instant asked) {
        return job.batch().status().filter(before -> before == State.CANCELLING).isPresent()
                && status.state() == State.RUNNING
                && !JobTransitions.mayLag(job.cancel().sentAt().or(() -> Optional.of(Instant.MIN)), asked);
    }

    private void ended(BatchStatus status) throws InterruptedException {
        Optional<JobStep.Failure> failure = status.state() == State.FAILED
                ? Optional.of(BatchFailureReasons.of(
                        status.problems(), context.batch().redaction()))
                : Optional.empty();
        context.steps().record(new JobStep.Ended(status, failure));
    }

    public void timeOut() throws InterruptedException {
        String why = "it took longer than " + context.pace().timeout();
        context.steps().record(new JobStep.CancelIntended("timeout", Optional.of(why)));
    }

    public void cancel() throws InterruptedException {
        context.at(FaultPoint.BATCH_BEFORE_CANCEL);
        BatchReply<BatchStatus> reply =
                context.service().cancel(context.job().batchId().orElseThrow(), context.wire());
        Instant now = context.steps().now();
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) ->
                context.steps().record(new JobStep.CancelAccepted(status, now, afterCancel(status, now)));
            case BatchReply.Gone<BatchStatus> _ ->
                context.steps().record(new JobStep.CancelRefused(Optional.empty(), now));
            case BatchReply.Refused<BatchStatus> refused
            when JobErrorHandler.kind(refused) == JobErrorHandler.Kind.NEVER ->
                // it may have ended by itself: the next poll shows
                context.steps()
                        .record(new JobStep.CancelRefused(
                                Optional.of(context.batch().redaction().text(JobErrorHandler.why(refused))), now));
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                context.errors()
                        .retryLater(
                                "the cancel", reply, new DelayDetail.CancelFailed(failed(JobErrorHandler.why(reply))));
        }
    }

    private String failed(String why) {
        return context.batch().redaction().text("the cancel did not work: " + why);
    }

    /// A cancelled batch is polled soon, and immediately if it has already ended.
    private Instant afterCancel(BatchStatus status, Instant now) {
        Duration interval = context.pace().interval();
        Duration soon = interval.compareTo(SOON) < 0 ? interval : SOON;
        return now.plus(status.state().isEnd() ? Duration.ZERO : soon);
    }
}
