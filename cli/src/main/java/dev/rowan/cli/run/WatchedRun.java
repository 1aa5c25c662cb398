package dev.rowan.cli.run;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pool.PaceState;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.throttle.DeclaredLimits;
import dev.rowan.engine.throttle.LimitShare;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/// The progress of a run in another process, read from its recorded samples.
final class WatchedRun {
    private WatchedRun() {}

    static RunProgress.Snapshot progress(Sample sample, List<JobReport> jobs, boolean simulated) {
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            Optional.ofNullable(sample.outcomes().get(outcome.word())).ifPresent(count -> outcomes.put(outcome, count));
        }
        return new RunProgress.Snapshot(
                sample.rowsRead(),
                sample.rowsEnded(),
                sample.inFlight(),
                sample.waitingToLeave(),
                sample.undurable(),
                outcomes,
                Map.of(),
                sample.reasons(),
                sample.sourceDone(),
                sample.sourceSize(),
                new CallStatistics.Snapshot(
                        sum(sample, Sample.Node::answered),
                        sum(sample, Sample.Node::attempts),
                        sum(sample, Sample.Node::refused),
                        sample.cost(),
                        sample.reserved(),
                        sample.cap(),
                        simulated,
                        sample.services().stream().map(WatchedRun::pace).toList(),
                        0,
                        0,
                        Usd.ZERO),
                sample.parked(),
                jobs.stream().map(WatchedRun::state).toList(),
                sample.paused(),
                Optional.empty(),
                sample.head(),
                0,
                0);
    }

    private static BatchServices.JobProgress state(JobReport job) {
        return new BatchServices.JobProgress(
                job.number(),
                job.node(),
                job.provider(),
                job.batchId(),
                job.state().step(),
                job.phase(),
                job.state().batch().word(),
                Math.toIntExact(job.items()),
                job.done(),
                job.held(),
                job.waits(),
                job.anomalies());
    }

    private static long sum(Sample sample, ToLongFunction<Sample.Node> count) {
        return sample.nodes().stream().mapToLong(count).sum();
    }

    private static CallStatistics.ServicePace pace(Sample.Service service) {
        Duration delay = service.perSecond()
                .filter(rate -> rate > 0)
                .map(rate -> Duration.ofNanos((long) (1e9 / rate)))
                .orElse(Duration.ZERO);
        return new CallStatistics.ServicePace(
                service.address(),
                new PaceState(
                        delay,
                        new DeclaredLimits(limit(service.requestsPerMinute()), limit(service.tokensPerMinute())),
                        cause(service.cause()),
                        Duration.ofMillis(service.sinceMillis()),
                        Duration.ofMillis(service.heldMillis()),
                        service.down()
                                .map(down -> new PaceState.Down(
                                        Duration.ofMillis(down.lastedMillis()),
                                        Duration.ofMillis(down.nextProbeMillis()),
                                        down.why())),
                        service.shared().map(shared -> new LimitShare(shared.members(), shared.share()))));
    }

    private static Optional<Long> limit(OptionalLong limit) {
        return limit.isPresent() ? Optional.of(limit.getAsLong()) : Optional.empty();
    }

    private static PaceState.Cause cause(String word) {
        for (PaceState.Cause cause : PaceState.Cause.values()) {
            if (cause.name().toLowerCase(Locale.ROOT).equals(word)) {
                return cause;
            }
        }
        return PaceState.Cause.NEVER_REFUSED;
    }
}
