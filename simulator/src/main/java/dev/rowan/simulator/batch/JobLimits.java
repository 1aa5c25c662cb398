package dev.rowan.simulator.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// An account's quotas for jobs, and when its jobs expire, if they do.
public record JobLimits(
        Optional<Long> createsPerHour,
        Optional<Long> jobs,
        Optional<Long> requests,
        Optional<Long> tokens,
        Optional<Duration> window) {

    /// The limits of `settings`, with the provider's own for creates and jobs where none are set.
    public static JobLimits of(
            BatchSimulationSettings settings,
            Optional<Long> createsPerHour,
            Optional<Long> jobs,
            Optional<Duration> window) {
        Quotas quotas = settings.quotas();
        return new JobLimits(
                quotas.createsPerHour().or(() -> createsPerHour),
                quotas.maxJobs().or(() -> jobs),
                quotas.queuedRequests(),
                quotas.enqueuedTokens(),
                window);
    }

    /// The quota that one more job would exceed.
    Optional<QuotaViolation> breach(
            Collection<SimulatedJob> all, SimulatedJob.Start start, long promptTokens, Instant now) {
        List<SimulatedJob> own = all.stream()
                .filter(job -> job.account().equals(start.terms().account()))
                .toList();
        Instant hourAgo = now.minus(Duration.ofHours(1));
        long created = own.stream()
                .filter(job -> job.timeline().created().isAfter(hourAgo))
                .count();
        List<SimulatedJob> waiting =
                own.stream().filter(job -> isWaiting(job, now)).toList();
        long rows = waiting.stream().mapToLong(SimulatedJob::rows).sum();
        long queued = waiting.stream()
                .filter(job -> job.facts().text("model").equals(start.facts().text("model")))
                .mapToLong(SimulatedJob::promptTokens)
                .sum();
        if (isAbove(createsPerHour, created + 1)) {
            return Optional.of(QuotaViolation.CREATES);
        }
        if (isAbove(jobs, waiting.size() + 1L)) {
            return Optional.of(QuotaViolation.JOBS);
        }
        if (isAbove(requests, rows + start.rows().count())) {
            return Optional.of(QuotaViolation.REQUESTS);
        }
        return isAbove(tokens, queued + promptTokens) ? Optional.of(QuotaViolation.TOKENS) : Optional.empty();
    }

    private static boolean isWaiting(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        return !stage.state().isTerminal()
                || (stage.state() != SimulatedJobState.FAILED
                        && now.isBefore(
                                stage.since().plus(job.settings().quotas().held())));
    }

    private static boolean isAbove(Optional<Long> most, long number) {
        return most.map(limit -> number > limit).orElse(false);
    }
}
