package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.engine.batch.JobState.Phase;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// Hands a job over to its provider: uploads its requests and creates the batch, each after its intent is
/// durable. The job has its room and its turn when this is asked.
final class Submitter {
    private final JobContext desk;
    private final RequestFileStore requests;

    Submitter(JobContext desk) {
        this.desk = desk;
        this.requests = new RequestFileStore(desk);
    }

    void upload() throws InterruptedException, IOException {
        if (!hasRequests()) {
            return;
        }
        desk.steps().step("upload_intent", JobStepFacts.in(Phase.UPLOADING));
        desk.at(FaultPoint.BATCH_BEFORE_UPLOAD);
        BatchReply<Optional<String>> reply = desk.service().upload(desk.submission(), desk.wire());
        if (reply instanceof BatchReply.Done<Optional<String>>(var file, var _)) {
            desk.steps()
                    .step(
                            "uploaded",
                            JobStepFacts.in(Phase.UPLOADED)
                                    .with("file", file)
                                    .with("cleaned", false)
                                    .with("fails", 0));
            desk.at(FaultPoint.BATCH_UPLOADED);
        } else if (JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER) {
            refused(reply);
        } else {
            desk.troubles().later("the upload", reply, JobStepFacts.in(Phase.UPLOADING));
        }
    }

    /// Whether the requests are there as they were planned, made again if need be; else the job is held.
    private boolean hasRequests() throws InterruptedException, IOException {
        boolean has = requests.areThere() || requests.makeAgain();
        if (!has) {
            desk.steps().hold("the request file is gone, and what is recorded does not give the same one again");
        }
        return has;
    }

    void create() throws InterruptedException, IOException {
        boolean needsRequests = desk.job().file().isEmpty();
        if (needsRequests && !hasRequests()) {
            return;
        }
        Instant now = desk.steps().now();
        desk.steps()
                .step(
                        "create_intent",
                        JobStepFacts.in(Phase.CREATING)
                                .with("intended_at", now)
                                .with(
                                        "first_intended_at",
                                        desk.job().firstIntendedAt().orElse(now))
                                .with("tries", desk.job().tries() + 1L)
                                .with("queued", false)
                                .with("looks", 0));
        desk.at(FaultPoint.BATCH_CREATE_INTENDED);
        var reply = desk.service().create(desk.submission(), desk.job().file(), desk.wire());
        desk.at(FaultPoint.BATCH_CREATE_REPLIED);
        replied(reply);
    }

    private void replied(BatchReply<BatchStatus> reply) throws InterruptedException {
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> created(status);
            case BatchReply.Lost<BatchStatus> lost -> {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                desk.steps().step("create_lost", new JobStepFacts().with("why", clean(JobErrorHandler.why(lost))));
            }
            case BatchReply.Gone<BatchStatus> gone ->
                desk.troubles().later("the creation", gone, notCreated(Phase.PLANNED));
            case BatchReply.Refused<BatchStatus> refused -> {
                if (JobErrorHandler.kind(refused) == JobErrorHandler.Kind.NEVER) {
                    refused(refused);
                } else {
                    desk.troubles().later("the creation", refused, notCreated(Phase.UPLOADED));
                }
            }
            case BatchReply.NotSent<BatchStatus> unsent ->
                desk.troubles().later("the creation", unsent, notCreated(Phase.UPLOADED));
        }
    }

    /// Nothing was made, so that there is nothing to look for.
    private static JobStepFacts notCreated(Phase phase) {
        return JobStepFacts.in(phase).with("looks", JobTransitions.LOOKS.size());
    }

    private void created(BatchStatus status) throws InterruptedException {
        desk.steps().step("created", own(desk, status).with("looks", JobTransitions.LOOKS.size()));
        desk.at(FaultPoint.BATCH_CREATED);
    }

    /// The facts of a batch that is the job's own from now on.
    static JobStepFacts own(JobContext desk, BatchStatus status) {
        Instant now = desk.steps().now();
        Instant next =
                JobTransitions.nextPoll(now, desk.pace().after(0, desk.chance().nextDouble()), status.expiresAt());
        return JobStepFacts.in(Phase.WATCHED)
                .with("batch_id", status.batchId())
                .with("created_at", status.createdAt().orElse(now))
                .of(status)
                .with("fails", 0)
                .with("polls", 0)
                .with("cancel_sent", false)
                .with("next_poll_at", next);
    }

    /// The provider will not have it, now or later: no item was carried out.
    private void refused(BatchReply<?> reply) throws InterruptedException {
        desk.steps()
                .step(
                        "ended",
                        notCreated(Phase.ENDED)
                                .with("status", "failed")
                                .with("quota", false)
                                .with("why", clean(JobErrorHandler.why(reply))));
    }

    private String clean(String text) {
        return desk.around().redaction().text(text);
    }
}
