package dev.rowan.engine.jobs;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchStatus;
import dev.rowan.engine.jobs.JobAction.Where;
import dev.rowan.engine.pipeline.BatchSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Decides the next action for a job from its facts, the time and the node's settings.
public final class JobTransitions {
    /// When the provider's batches are listed after a lost creation, from the first listing on.
    public static final List<Duration> LISTINGS = List.of(Duration.ZERO, Duration.ofSeconds(60), Duration.ofMinutes(5));

    /// How far a provider's listings may lag behind.
    static final Duration LAG = Duration.ofMinutes(2);

    private static final double GROWTH = 1.5;
    private static final double JITTER = 0.1;

    private JobTransitions() {}

    /// The poll interval, its maximum, and the timeout of a job.
    public record Pace(Duration interval, Duration max, Duration timeout) {

        public static Pace of(BatchSettings settings, BatchLimits terms) {
            Duration interval = settings.pollInterval().orElse(terms.pollInterval());
            return new Pace(
                    interval,
                    settings.pollMax().compareTo(interval) < 0 ? interval : settings.pollMax(),
                    settings.timeout().orElse(terms.timeout()));
        }

        /// The wait after the poll with this number, from 0 for the creation; `chance` is between 0 and 1.
        public Duration after(int polls, double chance) {
            double nanos = (double) interval.toNanos() * Math.pow(GROWTH, Math.min(polls, 64));
            double capped = Math.min(nanos, (double) max.toNanos());
            return Duration.ofNanos((long) (capped * (1 - JITTER + 2 * JITTER * chance)));
        }
    }

    public static JobAction next(JobState job, Instant now, Pace pace) {
        return switch (job.phase()) {
            case PLANNED, UPLOADING ->
                job.cancel().requested() ? new JobAction.EndAll(true) : again(job, now, new JobAction.Upload());
            case UPLOADED ->
                job.cancel().requested() ? new JobAction.EndAll(true) : again(job, now, new JobAction.Create());
            case CREATING -> find(job, now);
            case WATCHED -> watch(job, now, pace);
            case ENDED -> again(job, now, collect(job));
            case DOWNLOADED -> again(job, now, new JobAction.Ingest());
            case SETTLED -> finish(job, now);
            case HELD -> new JobAction.Hold();
        };
    }

    private static JobAction again(JobState job, Instant now, JobAction action) {
        return due(job.retry().againAt(), now, action, job.retry().queued() ? Where.PROVIDER : Where.HERE);
    }

    private static JobAction due(Optional<Instant> time, Instant now, JobAction action, Where where) {
        return time.isPresent() && time.get().isAfter(now) ? new JobAction.Rest(time.get(), where) : action;
    }

    /// When the next listing is due; empty if all are done.
    static Optional<Instant> nextListing(JobState job) {
        if (job.creation().listings() >= LISTINGS.size()) {
            return Optional.empty();
        }
        return Optional.of(job.creation()
                .firstListingAt()
                .orElse(Instant.MIN)
                .plus(LISTINGS.get(job.creation().listings())));
    }

    private static JobAction find(JobState job, Instant now) {
        Optional<Instant> listing = laterOf(nextListing(job), job.retry().againAt());
        if (listing.isPresent()) {
            return due(listing, now, new JobAction.ListBatches(), Where.HERE);
        }
        Optional<FoundBatch> open = first(job.creation().candidates(), FoundBatch.State.OPEN);
        if (open.isPresent()) {
            return due(poll(job), now, new JobAction.CheckCandidate(open.get()), Where.PROVIDER);
        }
        // one without ids may be the job's own: its items are missing then, and may have been paid for
        Optional<FoundBatch> proven = first(job.creation().candidates(), FoundBatch.State.PROVEN)
                .or(() -> first(job.creation().candidates(), FoundBatch.State.NAMELESS));
        if (proven.isPresent()) {
            return new JobAction.Adopt(proven.get());
        }
        return job.cancel().requested() ? new JobAction.EndAll(true) : new JobAction.Create();
    }

    /// The later of the due time and the retry time; empty if nothing is due.
    static Optional<Instant> laterOf(Optional<Instant> due, Optional<Instant> again) {
        return due.map(time -> again.isPresent() && again.get().isAfter(time) ? again.get() : time);
    }

    static Optional<Instant> poll(JobState job) {
        return laterOf(
                job.batch().nextPollAt().or(() -> Optional.of(Instant.MIN)),
                job.retry().againAt());
    }

    /// The oldest batch in this state.
    static Optional<FoundBatch> first(List<FoundBatch> batches, FoundBatch.State state) {
        return batches.stream()
                .filter(batch -> batch.state() == state)
                .min(Comparator.comparing(batch -> batch.createdAt().orElse(Instant.MAX)));
    }

    private static JobAction watch(JobState job, Instant now, Pace pace) {
        Optional<FoundBatch> duplicate = first(job.duplicates(), FoundBatch.State.OPEN);
        Instant again = job.retry().againAt().orElse(Instant.MIN);
        if (duplicate.isPresent() && !again.isAfter(now)) {
            return new JobAction.CancelDuplicate(duplicate.get());
        }
        Optional<Instant> listing = laterOf(nextListing(job), job.retry().againAt());
        if (listing.isPresent() && !listing.get().isAfter(now)) {
            return new JobAction.ListBatches();
        }
        Instant poll = poll(job).orElse(Instant.MIN);
        if (job.cancel().requested() && !job.cancel().sent()) {
            return due(job.retry().againAt(), now, new JobAction.SendCancel(), Where.PROVIDER);
        }
        Instant timeout =
                job.batch().createdAt().map(time -> time.plus(pace.timeout())).orElse(Instant.MAX);
        if (!job.cancel().requested() && !timeout.isAfter(now)) {
            return new JobAction.TimeOut();
        }
        if (!poll.isAfter(now)) {
            return new JobAction.Poll();
        }
        Instant until = earlier(poll, listing.orElse(Instant.MAX));
        if (duplicate.isPresent()) {
            until = earlier(until, again);
        }
        return new JobAction.Rest(job.cancel().requested() ? until : earlier(until, timeout), Where.PROVIDER);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static JobAction collect(JobState job) {
        if (job.batch().status().orElse(BatchStatus.State.STRANGE) != BatchStatus.State.FAILED) {
            return new JobAction.Download();
        }
        if (!job.batch().isQuota()) {
            return new JobAction.EndAll(false);
        }
        return job.cancel().requested() ? new JobAction.EndAll(true) : new JobAction.Requeue();
    }

    /// The remaining work when all items have their ends: it does not affect any row.
    private static JobAction finish(JobState job, Instant now) {
        if (job.upload().file().isPresent() && !job.upload().cleaned()) {
            return new JobAction.Clean();
        }
        Optional<FoundBatch> open = first(job.duplicates(), FoundBatch.State.OPEN);
        if (open.isPresent()) {
            return due(job.retry().againAt(), now, new JobAction.CancelDuplicate(open.get()), Where.PROVIDER);
        }
        Optional<Instant> listing = laterOf(nextListing(job), job.retry().againAt());
        if (listing.isPresent()) {
            return due(listing, now, new JobAction.ListBatches(), Where.PROVIDER);
        }
        Optional<FoundBatch> unbooked = first(job.duplicates(), FoundBatch.State.CANCELLED);
        if (unbooked.isPresent()) {
            return due(poll(job), now, new JobAction.RecordDuplicateCost(unbooked.get()), Where.PROVIDER);
        }
        return new JobAction.Done();
    }

    /// Whether a reply requested at `asked` may not yet show a change made at `since` or just before.
    public static boolean mayLag(Optional<Instant> since, Instant asked) {
        return since.orElse(asked).plus(LAG).isAfter(asked);
    }

    /// When a batch is polled next: after the usual wait, and once when it expires.
    public static Instant nextPoll(Instant now, Duration wait, Optional<Instant> expires) {
        Instant usual = now.plus(wait);
        return expires.isPresent()
                        && expires.get().isAfter(now)
                        && expires.get().isBefore(usual)
                ? expires.get()
                : usual;
    }
}
