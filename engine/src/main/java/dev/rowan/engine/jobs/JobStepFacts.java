package dev.rowan.engine.jobs;

import dev.rowan.api.batch.BatchStatus;
import dev.rowan.api.batch.BatchStatus.ResultPart;
import dev.rowan.engine.jobs.JobState.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The recorded names and facts of the steps.
final class JobStepFacts {
    private static final int NO_LISTING_DUE = JobTransitions.LISTINGS.size();

    private JobStepFacts() {}

    static String name(JobStep step) {
        return switch (step) {
            case JobStep.Planned _ -> "planned";
            case JobStep.UploadIntended _ -> "upload_intent";
            case JobStep.Uploaded _ -> "uploaded";
            case JobStep.CreateIntended _ -> "create_intent";
            case JobStep.CreateLost _ -> "create_lost";
            case JobStep.Created _ -> "created";
            case JobStep.Adopted _, JobStep.AdoptedByOperator _ -> "adopted";
            case JobStep.Listed _, JobStep.CandidatePolled _, JobStep.CandidatesChecked _, JobStep.DuplicatePolled _ ->
                "looked";
            case JobStep.DuplicateCancelled _ -> "duplicate_cancelled";
            case JobStep.DuplicateBooked _ -> "duplicate_booked";
            case JobStep.Polled _, JobStep.NotFoundYet _, JobStep.CancelAccepted _, JobStep.CancelRefused _ -> "polled";
            case JobStep.CancelIntended _, JobStep.CancelledByPerson _ -> "cancel_intent";
            case JobStep.Released _ -> "released";
            case JobStep.Ended _, JobStep.Rejected _, JobStep.CancelledBatchGone _ -> "ended";
            case JobStep.Requeued _ -> "requeued";
            case JobStep.Resubmitted _ -> "resubmitted";
            case JobStep.Downloaded _ -> "downloaded";
            case JobStep.FileLost _ -> "file_lost";
            case JobStep.Settled _ -> "settled";
            case JobStep.FilesDeleted _ -> "cleaned";
            case JobStep.Held _ -> "held";
            case JobStep.Delayed _ -> "delayed";
        };
    }

    static JobFacts of(JobStep step) {
        return switch (step) {
            case JobStep.Planned(var plan) ->
                in(Phase.PLANNED)
                        .with("node", plan.node())
                        .with("provider", plan.provider())
                        .with("model", plan.model())
                        .with("account", plan.account())
                        .with("submission", plan.submission())
                        .with("tag", plan.tag())
                        .with("items", plan.items())
                        .with("bytes", plan.bytes())
                        .with("tokens", plan.tokens())
                        .with("sha256", plan.sha256())
                        .with("priority", plan.priority())
                        .with("tries", 0)
                        .with("looks", NO_LISTING_DUE);
            case JobStep.UploadIntended _ -> in(Phase.UPLOADING);
            case JobStep.Uploaded(var file) ->
                in(Phase.UPLOADED).with("file", file).with("cleaned", false).with("fails", 0);
            case JobStep.CreateIntended(var at, var firstAt, int tries) ->
                in(Phase.CREATING)
                        .with("intended_at", at)
                        .with("first_intended_at", firstAt)
                        .with("tries", tries)
                        .with("queued", false)
                        .with("looks", 0);
            case JobStep.CreateLost(var why) -> JobFacts.empty().with("why", why);
            case JobStep.Created(var batch, var createdAt, var nextPollAt) ->
                own(JobFacts.empty(), batch, createdAt, nextPollAt).with("looks", NO_LISTING_DUE);
            case JobStep.Adopted(var batch, var createdAt, var nextPollAt, var duplicates, var listing) ->
                own(listing.map(JobStepFacts::listed).orElseGet(JobFacts::empty), batch, createdAt, nextPollAt)
                        .withAll("duplicates", duplicates, JobCodec::encode);
            case JobStep.AdoptedByOperator(var batchId, var createdAt, var nextPollAt, var duplicates) ->
                in(Phase.WATCHED)
                        .with("batch_id", batchId)
                        .with("created_at", createdAt)
                        .with("status", BatchStatus.State.RUNNING)
                        .withAll("duplicates", duplicates, JobCodec::encode)
                        .with("looks", NO_LISTING_DUE)
                        .with("fails", 0)
                        .with("polls", 0)
                        .with("next_poll_at", nextPollAt)
                        .with("by", JobCommand.OPERATOR);
            case JobStep.Listed(var listing, var candidates, var duplicates) -> {
                JobFacts facts = listed(listing);
                candidates.ifPresent(all -> facts.withAll("candidates", all, JobCodec::encode));
                duplicates.ifPresent(all -> facts.withAll("duplicates", all, JobCodec::encode));
                yield facts;
            }
            case JobStep.CandidatePolled(int polls, var nextPollAt) ->
                JobFacts.empty().with("polls", polls).with("fails", 0).with("next_poll_at", nextPollAt);
            case JobStep.CandidatesChecked(var candidates) ->
                JobFacts.empty().with("fails", 0).withAll("candidates", candidates, JobCodec::encode);
            case JobStep.DuplicatePolled(var nextPollAt) -> JobFacts.empty().with("next_poll_at", nextPollAt);
            case JobStep.DuplicateCancelled(var duplicates) -> duplicates(duplicates);
            case JobStep.DuplicateBooked(var duplicates) -> duplicates(duplicates);
            case JobStep.Polled(var batch, int polls, var nextPollAt) ->
                JobFacts.empty()
                        .withStatus(batch)
                        .with("fails", 0)
                        .with("polls", polls)
                        .with("next_poll_at", nextPollAt);
            case JobStep.NotFoundYet(var nextPollAt) -> JobFacts.empty().with("next_poll_at", nextPollAt);
            case JobStep.CancelAccepted(var batch, var at, var nextPollAt) ->
                cancelSent(at)
                        .withStatus(batch)
                        .with("cancel_refused", "")
                        .with("fails", 0)
                        .with("polls", 0)
                        .with("next_poll_at", nextPollAt);
            case JobStep.CancelRefused(var why, var at) ->
                cancelSent(at).with("next_poll_at", at).with("cancel_refused", why);
            case JobStep.CancelIntended(var by, var why) ->
                JobFacts.empty().with("cancel", true).with("why", why).with("by", by);
            case JobStep.CancelledByPerson(var by, var why, var reopened) -> {
                JobFacts facts = JobFacts.empty()
                        .with("cancel", true)
                        .with("by", by)
                        .with("cancelled_by", by)
                        .with("released", false)
                        .with("why", why)
                        .with("cancel_sent", false)
                        .with("phase", reopened);
                yield reopened.filter(Phase.CREATING::equals).isPresent() ? facts.with("looks", 0) : facts;
            }
            case JobStep.Released _ -> JobFacts.empty().with("released", true).with("by", JobCommand.OPERATOR);
            case JobStep.Ended(var batch, var failure) -> {
                JobFacts facts = in(Phase.ENDED)
                        .withStatus(batch)
                        .with("fails", 0)
                        .with("quota", batch.isQuota())
                        .with("counted", batch.counts().isPresent());
                for (ResultPart part : batch.results()) {
                    facts.with(
                            JobResultPart.name(part.kind()),
                            JobFacts.empty().with("ref", part.ref()).map());
                }
                failure.ifPresent(found -> facts.with("why", found.why())
                        .with("blamed", JobCodec.encodeBlamed(found.blamed()).map()));
                yield facts;
            }
            case JobStep.Rejected(var why) ->
                in(Phase.ENDED)
                        .with("looks", NO_LISTING_DUE)
                        .with("status", BatchStatus.State.FAILED)
                        .with("quota", false)
                        .with("why", why);
            case JobStep.CancelledBatchGone(var why) ->
                in(Phase.ENDED)
                        .with("status", BatchStatus.State.CANCELLED)
                        .with("counted", false)
                        .with("why", why);
            case JobStep.Requeued(var candidates, var againAt) ->
                in(Phase.UPLOADED)
                        .with("queued", true)
                        .withAll("candidates", candidates, JobCodec::encode)
                        .with("again_at", againAt);
            case JobStep.Resubmitted(var duplicates, var candidates, var againAt) ->
                in(Phase.PLANNED)
                        .with("looks", NO_LISTING_DUE)
                        .with("fails", 0)
                        .with("again_at", againAt)
                        .with("cancel", false)
                        .with("cancel_sent", false)
                        .withAll("duplicates", duplicates, JobCodec::encode)
                        .withAll("candidates", candidates, JobCodec::encode)
                        .with("by", JobCommand.OPERATOR);
            case JobStep.Downloaded(var parts, var obsolete) -> {
                JobFacts facts = in(Phase.DOWNLOADED).with("fails", 0);
                obsolete.forEach(kind -> facts.with(JobResultPart.name(kind), Map.of()));
                parts.forEach(
                        part -> facts.with(part.name(), JobCodec.encode(part).map()));
                yield facts;
            }
            case JobStep.FileLost(var why) -> in(Phase.ENDED).with("why", why);
            case JobStep.Settled(var counts, var strayLines) -> {
                JobFacts facts = JobFacts.empty();
                strayLines.ifPresentOrElse(
                        lines -> facts.with("anomalies", JobCodec.encode(lines).map()),
                        () -> facts.with("looks", NO_LISTING_DUE));
                yield facts.with("phase", Phase.SETTLED)
                        .with("counts", JobCodec.encode(counts).map());
            }
            case JobStep.FilesDeleted(boolean deleted) ->
                JobFacts.empty().with("cleaned", true).with("deleted", deleted);
            case JobStep.Held(var why) -> in(Phase.HELD).with("why", why);
            case JobStep.Delayed(int fails, var againAt, var why, var detail) ->
                facts(detail).with("fails", fails).with("again_at", againAt).with("why", why);
        };
    }

    private static JobFacts facts(JobStep.DelayDetail detail) {
        return switch (detail) {
            case JobStep.DelayDetail.None _ -> JobFacts.empty();
            case JobStep.DelayDetail.NotCreated(var phase) -> in(phase).with("looks", NO_LISTING_DUE);
            case JobStep.DelayDetail.ShortDownload(var hashes) ->
                JobFacts.empty().with("short", hashes);
            case JobStep.DelayDetail.CancelFailed(var why) -> JobFacts.empty().with("cancel_failed", why);
            case JobStep.DelayDetail.CancelAgain(var why, var batch) ->
                JobFacts.empty()
                        .with("cancel_failed", why)
                        .withStatus(batch)
                        .with("cancel_sent", false)
                        .with("cancel_refused", "");
        };
    }

    private static JobFacts in(Phase phase) {
        return JobFacts.empty().with("phase", phase);
    }

    private static JobFacts listed(JobStep.Listing listing) {
        return JobFacts.empty()
                .with("looks", listing.count())
                .with("fails", 0)
                .with("first_look_at", listing.firstAt());
    }

    private static JobFacts own(JobFacts facts, BatchStatus batch, Instant createdAt, Instant nextPollAt) {
        return facts.with("phase", Phase.WATCHED)
                .with("batch_id", batch.batchId())
                .with("created_at", createdAt)
                .withStatus(batch)
                .with("fails", 0)
                .with("polls", 0)
                .with("cancel_sent", false)
                .with("next_poll_at", nextPollAt);
    }

    private static JobFacts cancelSent(Instant at) {
        return JobFacts.empty()
                .with("cancel_sent", true)
                .with("cancel_failed", "")
                .with("cancelled_at", at);
    }

    private static JobFacts duplicates(List<FoundBatch> duplicates) {
        return JobFacts.empty().with("fails", 0).withAll("duplicates", duplicates, JobCodec::encode);
    }
}
