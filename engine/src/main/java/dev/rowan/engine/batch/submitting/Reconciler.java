package dev.rowan.engine.batch.submitting;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.batch.JobErrorHandler;
import dev.rowan.engine.jobs.FoundBatch;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.JobStep.DelayDetail;
import dev.rowan.engine.jobs.JobTransitions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the batch of a creation whose reply was lost, so that it is never created again blindly.
///
/// If batches carry a tag, the one with the job's tag is adopted and all others are cancelled. Otherwise
/// batches of the same time and size are candidates, which [BatchCandidates] proves by their results. It keeps
/// listing after it has found one, since another may appear later.
public final class Reconciler {
    /// The maximum clock skew.
    private static final Duration MARGIN = Duration.ofMinutes(2);
    /// How long after its intent a creation may be executed.
    private static final Duration REACH = Duration.ofMinutes(15);

    private static final int MAX_PAGES = 10_000;
    private static final int MAX_FAILURES = 5;

    private final JobContext context;

    public Reconciler(JobContext context) {
        this.context = context;
    }

    public void listBatches() throws InterruptedException {
        List<BatchStatus> seen = new ArrayList<>();
        Optional<BatchReply<BatchPage>> failed = list(seen);
        if (failed.isPresent()) {
            unlisted(failed.get());
            return;
        }
        JobState job = context.job();
        int listings = job.creation().listings();
        var listing = new JobStep.Listing(
                listings + 1, listings == 0 ? Optional.of(context.steps().now()) : Optional.empty());
        if (context.service().limits().tagged()) {
            tagged(seen, listing);
        } else {
            untagged(seen, listing);
        }
    }

    /// Lists the newest batches back to the creation; returns the reply that failed, if one did.
    private Optional<BatchReply<BatchPage>> list(List<BatchStatus> seen) {
        Instant since =
                context.job().creation().firstIntendedAt().orElse(Instant.MIN).minus(MARGIN);
        Optional<String> next = Optional.empty();
        for (int page = 0; page < MAX_PAGES; page++) {
            BatchReply<BatchPage> reply = context.service().list(next, context.wire());
            if (!(reply instanceof BatchReply.Done<BatchPage>(var batches, var _))) {
                return Optional.of(reply);
            }
            batches.batches().stream()
                    .filter(batch -> batch.tag().isPresent()
                            ? batch.tag().get().equals(context.job().plan().tag())
                            : mayBe(context.job(), batch))
                    .forEach(seen::add);
            next = batches.next();
            boolean isPast = batches.batches().stream()
                    .anyMatch(batch -> batch.createdAt().orElse(Instant.MAX).isBefore(since));
            if (next.isEmpty() || isPast) {
                return Optional.empty();
            }
        }
        return Optional.of(new BatchReply.Lost<>("the list does not end after " + MAX_PAGES + " pages"));
    }

    /// A job that has its batch does not wait endlessly for failing listings.
    private void unlisted(BatchReply<BatchPage> reply) throws InterruptedException {
        boolean creating = context.job().phase() == JobState.Phase.CREATING;
        if (!creating && context.job().retry().fails() >= MAX_FAILURES) {
            var last = new JobStep.Listing(JobTransitions.LISTINGS.size(), Optional.empty());
            context.steps().record(new JobStep.Listed(last, Optional.empty(), Optional.empty()));
        } else if (creating && JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER) {
            context.steps().hold("the provider does not list its batches: " + JobErrorHandler.why(reply));
        } else {
            context.errors().retryLater("the list of batches", reply, new DelayDetail.None());
        }
    }

    private void tagged(List<BatchStatus> seen, JobStep.Listing listing) throws InterruptedException {
        JobState job = context.job();
        Set<String> known = known(job);
        List<BatchStatus> mine = seen.stream()
                .filter(batch -> batch.tag().filter(job.plan().tag()::equals).isPresent())
                .filter(batch -> known.add(batch.batchId()))
                .filter(batch -> !context.claims().isTaken(batch.batchId(), job))
                .sorted(Comparator.comparing(batch -> batch.createdAt().orElse(Instant.MAX)))
                .toList();
        if (mine.isEmpty()) {
            context.steps().record(new JobStep.Listed(listing, Optional.empty(), Optional.empty()));
            return;
        }
        boolean needsOne = job.phase() == JobState.Phase.CREATING;
        List<FoundBatch> duplicates = new ArrayList<>(job.duplicates());
        mine.stream().skip(needsOne ? 1 : 0).forEach(batch -> duplicates.add(open(batch)));
        if (needsOne) {
            BatchStatus own = mine.getFirst();
            Instant now = context.steps().now();
            Instant nextPoll = context.firstPoll(now, own);
            context.quota().occupy();
            context.steps()
                    .record(new JobStep.Adopted(
                            own, own.createdAt().orElse(now), nextPoll, duplicates, Optional.of(listing)));
        } else {
            context.steps().record(new JobStep.Listed(listing, Optional.empty(), Optional.of(duplicates)));
        }
    }

    private static Set<String> known(JobState job) {
        Set<String> known = new HashSet<>();
        if (job.phase() != JobState.Phase.CREATING) {
            job.batchId().ifPresent(known::add);
        }
        job.duplicates().forEach(batch -> known.add(batch.batchId()));
        job.creation().candidates().forEach(batch -> known.add(batch.batchId()));
        return known;
    }

    /// All batches that this job had or checked, as ones not to adopt again.
    public static List<FoundBatch> released(JobState job) {
        List<FoundBatch> released = new ArrayList<>();
        job.creation().candidates().forEach(batch -> released.add(batch.in(FoundBatch.State.RELEASED)));
        job.batchId()
                .ifPresent(id -> released.add(FoundBatch.of(id, job.batch().createdAt(), FoundBatch.State.RELEASED)));
        return released;
    }

    private static FoundBatch open(BatchStatus batch) {
        return FoundBatch.of(batch.batchId(), batch.createdAt(), FoundBatch.State.OPEN);
    }

    private void untagged(List<BatchStatus> seen, JobStep.Listing listing) throws InterruptedException {
        JobState job = context.job();
        Set<String> known = known(job);
        List<FoundBatch> candidates = new ArrayList<>(job.creation().candidates());
        seen.stream()
                .filter(batch -> mayBe(job, batch))
                .filter(batch -> known.add(batch.batchId()))
                .filter(batch -> !context.claims().isTaken(batch.batchId(), job))
                .forEach(batch -> candidates.add(open(batch)));
        context.steps().record(new JobStep.Listed(listing, Optional.of(candidates), Optional.empty()));
    }

    private static boolean mayBe(JobState job, BatchStatus batch) {
        Instant created =
                batch.createdAt().orElse(job.creation().firstIntendedAt().orElse(Instant.MIN));
        return !created.isBefore(
                        job.creation().firstIntendedAt().orElse(Instant.MIN).minus(MARGIN))
                && !created.isAfter(job.creation()
                        .intendedAt()
                        .orElse(Instant.MAX.minus(REACH))
                        .plus(REACH))
                && (batch.total().isEmpty() || batch.total().getAsInt() == job.items());
    }
}
