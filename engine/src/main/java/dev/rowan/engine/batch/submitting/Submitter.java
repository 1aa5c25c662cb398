package dev.rowan.engine.batch.submitting;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobErrorHandler;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobState.Phase;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// Submits a job to its provider: uploads its requests and creates the batch, each after its intent is durable.
/// The caller has reserved quota and has its turn.
public final class Submitter {
    private final JobContext context;
    private final RequestFileStore requests;

    public Submitter(JobContext context) {
        this.context = context;
        this.requests = new RequestFileStore(context);
    }

    public void upload() throws InterruptedException, IOException {
        if (!hasRequests()) {
            return;
        }
        context.steps().record(new JobStep.UploadIntended());
        context.at(FaultPoint.BATCH_BEFORE_UPLOAD);
        BatchReply<Optional<String>> reply = context.service().upload(context.submission(), context.wire());
        if (reply instanceof BatchReply.Done<Optional<String>>(var file, var _)) {
            context.steps().record(new JobStep.Uploaded(file));
            context.at(FaultPoint.BATCH_UPLOADED);
        } else if (JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER) {
            rejected(reply);
        } else {
            context.errors().retryLater("the upload", reply, new DelayDetail.None());
        }
    }

    /// Whether the requests exist as planned, rebuilt if needed; otherwise the job is held.
    private boolean hasRequests() throws InterruptedException, IOException {
        boolean has = requests.areThere() || requests.makeAgain();
        if (!has) {
            context.steps().hold("the request file is missing and cannot be rebuilt from the record");
        }
        return has;
    }

    public void create() throws InterruptedException, IOException {
        JobState job = context.job();
        if (job.upload().file().isEmpty() && !hasRequests()) {
            return;
        }
        Instant now = context.steps().now();
        context.steps()
                .record(new JobStep.CreateIntended(
                        now,
                        job.creation().firstIntendedAt().orElse(now),
                        job.creation().tries() + 1));
        context.at(FaultPoint.BATCH_CREATE_INTENDED);
        var reply = context.service().create(context.submission(), job.upload().file(), context.wire());
        context.at(FaultPoint.BATCH_CREATE_REPLIED);
        replied(reply);
    }

    private void replied(BatchReply<BatchStatus> reply) throws InterruptedException {
        switch (reply) {
            case BatchReply.Done<BatchStatus>(var status, var _) -> created(status);
            case BatchReply.Lost<BatchStatus> lost -> {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                context.steps().record(new JobStep.CreateLost(clean(JobErrorHandler.why(lost))));
            }
            case BatchReply.Gone<BatchStatus> gone -> notCreated(gone, Phase.PLANNED);
            case BatchReply.Refused<BatchStatus> refused -> {
                if (JobErrorHandler.kind(refused) == JobErrorHandler.Kind.NEVER) {
                    rejected(refused);
                } else {
                    notCreated(refused, Phase.UPLOADED);
                }
            }
            case BatchReply.NotSent<BatchStatus> unsent -> notCreated(unsent, Phase.UPLOADED);
        }
    }

    private void notCreated(BatchReply<BatchStatus> reply, Phase phase) throws InterruptedException {
        context.errors().retryLater("the creation", reply, new DelayDetail.NotCreated(phase));
    }

    private void created(BatchStatus status) throws InterruptedException {
        Instant now = context.steps().now();
        context.steps()
                .record(new JobStep.Created(status, status.createdAt().orElse(now), context.firstPoll(now, status)));
        context.at(FaultPoint.BATCH_CREATED);
    }

    /// The provider will not accept it now or later: no item was processed.
    private void rejected(BatchReply<?> reply) throws InterruptedException {
        context.steps().record(new JobStep.Rejected(clean(JobErrorHandler.why(reply))));
    }

    private String clean(String text) {
        return context.batch().redaction().text(text);
    }
}
