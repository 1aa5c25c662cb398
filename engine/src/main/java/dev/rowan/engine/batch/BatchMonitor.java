package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.engine.batch.JobState.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Asks how a batch stands, and cancels it: by a person's word, or when it takes too long.
final class BatchMonitor {
    /// How soon a batch is asked for again that is not shown yet.
    private static final Duration SOON = Duration.ofSeconds(15);

    private final JobContext desk;

    BatchMonitor(JobContext desk) {
        this.desk = desk;
    }

    void poll() throws InterruptedException {
        Instant asked = desk.steps().now();
        BatchReply<BatchStatus> reply =
                desk.service().status(desk.job().batchId().orElseThrow(), desk.wire());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> told(status, asked);
            case BatchReply.Gone<BatchStatus>(var message) -> gone(message, asked);
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                unanswered(reply);
        }
        desk.at(FaultPoint.BATCH_POLLED);
    }

    private void unanswered(BatchReply<BatchStatus> reply) throws InterruptedException {
        if (JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER) {
            desk.steps().hold("the provider does not tell how the batch stands: " + JobErrorHandler.why(reply));
            return;
        }
        desk.troubles().later("a poll", reply, new JobStepFacts());
    }

    /// What is not found counts by the time when it was asked for: this process may have slept since.
    private void gone(String message, Instant asked) throws InterruptedException {
        JobState job = desk.job();
        if (JobTransitions.mayLag(job.createdAt(), asked)) {
            desk.steps()
                    .step(
                            "polled",
                            new JobStepFacts()
                                    .with("next_poll_at", desk.steps().now().plus(SOON)));
        } else if (job.isCancelled() && job.isCancelSent()) {
            desk.steps()
                    .step(
                            "ended",
                            JobStepFacts.in(Phase.ENDED)
                                    .with("status", "cancelled")
                                    .with("counted", false)
                                    .with("why", "the batch that was to be cancelled is gone"));
        } else {
            desk.steps().hold("the provider knows the batch no more: " + message);
        }
    }

    /// Records how a batch stands, and what follows from that.
    private void told(BatchStatus status, Instant asked) throws InterruptedException {
        JobState job = desk.job();
        if (!status.batchId().equals(job.batchId().orElse(""))) {
            desk.steps().hold("the provider answered with another batch");
        } else if (status.state() == State.STRANGE) {
            desk.steps().hold("the provider's word for the batch's state is not known: " + status.providerState());
        } else if (isBackwards(job, status, asked)) {
            desk.steps().hold("the batch went back from " + job.word().orElse("") + " to " + status.providerState());
        } else if (status.state().isEnd()) {
            ended(status);
        } else if (status.state() == State.RUNNING
                && new JobCancel(job).refusal().isPresent()) {
            desk.troubles()
                    .later(
                            "the cancel",
                            new JobCancel(job).refusal().get() + "; the batch is still " + status.providerState(),
                            Optional.empty(),
                            failed(new JobCancel(job).refusal().get())
                                    .of(status)
                                    .with("cancel_sent", false)
                                    .with("cancel_refused", ""));
        } else {
            int polls = job.polls() + 1;
            Instant next = JobTransitions.nextPoll(
                    desk.steps().now(), desk.pace().after(polls, desk.chance().nextDouble()), status.expiresAt());
            desk.steps()
                    .step(
                            "polled",
                            new JobStepFacts()
                                    .of(status)
                                    .with("fails", 0)
                                    .with("polls", polls)
                                    .with("next_poll_at", next));
        }
    }

    /// A batch that is being cancelled does not run again, unless what is shown lags behind.
    private static boolean isBackwards(JobState job, BatchStatus status, Instant asked) {
        return job.status().filter(before -> before == State.CANCELLING).isPresent()
                && status.state() == State.RUNNING
                && !JobTransitions.mayLag(job.cancelledAt().or(() -> Optional.of(Instant.MIN)), asked);
    }

    private void ended(BatchStatus status) throws InterruptedException {
        var facts = new JobStepFacts();
        facts.with("phase", Phase.ENDED.word())
                .of(status)
                .with("fails", 0)
                .with("quota", status.isQuota())
                .with("counted", status.counts().isPresent());
        for (BatchStatus.ResultPart part : status.results()) {
            facts.with(JobResultPart.fact(part.kind()), JobResultPart.of(part).fact());
        }
        if (status.state() == State.FAILED) {
            facts.with("why", desk.around().redaction().text(BatchFailureReasons.told(status.problems())));
            facts.with(
                    "blamed",
                    BatchFailureReasons.blamed(status.problems(), desk.around().redaction()));
        }
        desk.steps().step("ended", facts);
    }

    void timeOut() throws InterruptedException {
        desk.steps()
                .step(
                        "cancel_intent",
                        new JobStepFacts()
                                .with("cancel", true)
                                .with(
                                        "why",
                                        "it took longer than " + desk.pace().timeout())
                                .with("by", "timeout"));
    }

    void cancel() throws InterruptedException {
        desk.at(FaultPoint.BATCH_BEFORE_CANCEL);
        BatchReply<BatchStatus> reply =
                desk.service().cancel(desk.job().batchId().orElseThrow(), desk.wire());
        JobStepFacts sent = new JobStepFacts()
                .with("cancel_sent", true)
                .with("cancel_failed", "")
                .with("cancelled_at", desk.steps().now());
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) ->
                desk.steps()
                        .step(
                                "polled",
                                sent.of(status)
                                        .with("cancel_refused", "")
                                        .with("fails", 0)
                                        .with("polls", 0)
                                        .with("next_poll_at", afterCancel(status)));
            case BatchReply.Gone<BatchStatus> _ ->
                desk.steps()
                        .step("polled", sent.with("next_poll_at", desk.steps().now()));
            case BatchReply.Refused<BatchStatus> refused
            when JobErrorHandler.kind(refused) == JobErrorHandler.Kind.NEVER ->
                // it may have ended by itself: the next poll tells
                desk.steps()
                        .step(
                                "polled",
                                sent.with("next_poll_at", desk.steps().now())
                                        .with(
                                                "cancel_refused",
                                                desk.around().redaction().text(JobErrorHandler.why(refused))));
            case BatchReply.Refused<BatchStatus> _, BatchReply.Lost<BatchStatus> _, BatchReply.NotSent<BatchStatus> _ ->
                desk.troubles().later("the cancel", reply, failed(JobErrorHandler.why(reply)));
        }
    }

    /// Stays on record until a cancel is accepted, whatever polls tell meanwhile.
    private JobStepFacts failed(String why) {
        return new JobStepFacts()
                .with("cancel_failed", desk.around().redaction().text("the cancel did not work: " + why));
    }

    /// A cancelled batch is asked for soon, and at once when it has ended already.
    private Instant afterCancel(BatchStatus status) {
        Duration interval = desk.pace().interval();
        Duration soon = interval.compareTo(SOON) < 0 ? interval : SOON;
        return desk.steps().now().plus(status.state().isEnd() ? Duration.ZERO : soon);
    }
}
