package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchPage;
import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.batch.BatchStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds what a creation made whose reply was lost, so that it is never made twice unlooked.
///
/// Where batches carry a tag, the one with the job's is its own, and all further ones are cancelled. Where
/// they carry none, batches of the same time and size are candidates, which [BatchCandidates] proves by their
/// results. It goes on to look after it has found one: another may be shown later.
final class Reconciler {
    /// How far clocks may be apart.
    private static final Duration MARGIN = Duration.ofMinutes(2);
    /// How long after its intent a creation may be carried out.
    private static final Duration REACH = Duration.ofMinutes(15);

    private static final int MOST_PAGES = 10_000;
    private static final int MOST_FAILS = 5;

    private final JobContext desk;

    Reconciler(JobContext desk) {
        this.desk = desk;
    }

    void look() throws InterruptedException {
        List<BatchStatus> seen = new ArrayList<>();
        Optional<BatchReply<BatchPage>> failed = list(seen);
        if (failed.isPresent()) {
            unlisted(failed.get());
            return;
        }
        JobState job = desk.job();
        JobStepFacts looked = new JobStepFacts().with("looks", job.looks() + 1L).with("fails", 0);
        if (job.looks() == 0) {
            looked.with("first_look_at", desk.steps().now());
        }
        if (desk.service().limits().tagged()) {
            tagged(seen, looked);
        } else {
            untagged(seen, looked);
        }
    }

    /// Reads the newest batches until those from before the creation; gives the reply that broke it off.
    private Optional<BatchReply<BatchPage>> list(List<BatchStatus> seen) {
        Instant since = desk.job().firstIntendedAt().orElse(Instant.MIN).minus(MARGIN);
        Optional<String> next = Optional.empty();
        for (int page = 0; page < MOST_PAGES; page++) {
            BatchReply<BatchPage> reply = desk.service().list(next, desk.wire());
            if (!(reply instanceof BatchReply.Done<BatchPage>(var batches, var _))) {
                return Optional.of(reply);
            }
            batches.batches().stream()
                    .filter(batch -> batch.tag().isPresent()
                            ? batch.tag().get().equals(desk.job().tag())
                            : mayBe(desk.job(), batch))
                    .forEach(seen::add);
            next = batches.next();
            boolean isPast = batches.batches().stream()
                    .anyMatch(batch -> batch.createdAt().orElse(Instant.MAX).isBefore(since));
            if (next.isEmpty() || isPast) {
                return Optional.empty();
            }
        }
        return Optional.of(new BatchReply.Lost<>("it has no end after " + MOST_PAGES + " pages"));
    }

    /// A job that has its batch is not kept up for good by lists that do not work.
    private void unlisted(BatchReply<BatchPage> reply) throws InterruptedException {
        if (desk.job().phase() != JobState.Phase.CREATING && desk.job().fails() >= MOST_FAILS) {
            desk.steps()
                    .step(
                            "looked",
                            new JobStepFacts()
                                    .with("looks", JobTransitions.LOOKS.size())
                                    .with("fails", 0));
        } else if (JobErrorHandler.kind(reply) == JobErrorHandler.Kind.NEVER
                && desk.job().phase() == JobState.Phase.CREATING) {
            desk.steps().hold("the provider does not list its batches: " + JobErrorHandler.why(reply));
        } else {
            desk.troubles().later("the list of batches", reply, new JobStepFacts());
        }
    }

    private void tagged(List<BatchStatus> seen, JobStepFacts looked) throws InterruptedException {
        JobState job = desk.job();
        Set<String> known = known(job);
        List<BatchStatus> mine = seen.stream()
                .filter(batch -> batch.tag().filter(job.tag()::equals).isPresent())
                .filter(batch -> known.add(batch.batchId()))
                .filter(batch -> !desk.claims().isTaken(batch.batchId(), job))
                .sorted(Comparator.comparing(batch -> batch.createdAt().orElse(Instant.MAX)))
                .toList();
        boolean needsOne = job.phase() == JobState.Phase.CREATING;
        if (mine.isEmpty()) {
            desk.steps().step("looked", looked);
            return;
        }
        List<UnrelatedBatch> duplicates = new ArrayList<>(job.duplicates());
        mine.stream().skip(needsOne ? 1 : 0).forEach(batch -> duplicates.add(other(batch)));
        looked.with("duplicates", duplicates);
        if (needsOne) {
            looked.map().putAll(Submitter.own(desk, mine.getFirst()).map());
            desk.room().occupy();
        }
        desk.steps().step(needsOne ? "adopted" : "looked", looked);
    }

    private static Set<String> known(JobState job) {
        Set<String> known = new HashSet<>();
        if (job.phase() != JobState.Phase.CREATING) {
            job.batchId().ifPresent(known::add);
        }
        job.duplicates().forEach(batch -> known.add(batch.batchId()));
        job.candidates().forEach(batch -> known.add(batch.batchId()));
        return known;
    }

    /// All batches that this job has had or looked at, as none that it is to take again.
    static List<UnrelatedBatch> released(JobState job) {
        List<UnrelatedBatch> released = new ArrayList<>();
        job.candidates().forEach(batch -> released.add(batch.in(UnrelatedBatch.State.RELEASED)));
        job.batchId()
                .ifPresent(id -> released.add(
                        new UnrelatedBatch(id, job.createdAt(), UnrelatedBatch.State.RELEASED, Optional.empty())));
        return released;
    }

    static UnrelatedBatch other(BatchStatus batch) {
        return new UnrelatedBatch(batch.batchId(), batch.createdAt(), UnrelatedBatch.State.OPEN, Optional.empty());
    }

    private void untagged(List<BatchStatus> seen, JobStepFacts looked) throws InterruptedException {
        JobState job = desk.job();
        Set<String> known = known(job);
        List<UnrelatedBatch> candidates = new ArrayList<>(job.candidates());
        seen.stream()
                .filter(batch -> mayBe(job, batch))
                .filter(batch -> known.add(batch.batchId()))
                .filter(batch -> !desk.claims().isTaken(batch.batchId(), job))
                .forEach(batch -> candidates.add(other(batch)));
        desk.steps().step("looked", looked.with("candidates", candidates));
    }

    private static boolean mayBe(JobState job, BatchStatus batch) {
        Instant created = batch.createdAt().orElse(job.firstIntendedAt().orElse(Instant.MIN));
        return !created.isBefore(job.firstIntendedAt().orElse(Instant.MIN).minus(MARGIN))
                && !created.isAfter(
                        job.intendedAt().orElse(Instant.MAX.minus(REACH)).plus(REACH))
                && (batch.total().isEmpty() || batch.total().getAsInt() == job.items());
    }
}
