package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.json.JsonObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A message batch as Anthropic reports it: without metadata, and with counts that do not move before it has ended.
final class BatchObject {
    private static final Duration DAY = Duration.ofHours(24);

    private BatchObject() {}

    static Map<String, @Nullable Object> of(SimulatedJob job, Instant now, String base) {
        JobStage stage = job.stage(now);
        boolean ended = stage.state().isTerminal();
        Instant created = job.timeline().created();
        Duration window = job.settings().timing().window().orElse(DAY);
        return JsonObjects.object(
                "id",
                job.id(),
                "type",
                "message_batch",
                "processing_status",
                job.shown()
                        .orElse(
                                ended
                                        ? "ended"
                                        : stage.state() == SimulatedJobState.CANCELLING ? "canceling" : "in_progress"),
                "request_counts",
                counts(job, stage),
                "ended_at",
                ended ? stage.since().toString() : null,
                "created_at",
                created.toString(),
                "expires_at",
                created.plus(window).toString(),
                "archived_at",
                isArchived(job, now)
                        ? created.plus(AnthropicBatchesEndpoint.kept(job)).toString()
                        : null,
                "cancel_initiated_at",
                job.cancelled().map(Instant::toString).orElse(null),
                "results_url",
                ended ? base + "/" + job.id() + "/results" : null);
    }

    static boolean isArchived(SimulatedJob job, Instant now) {
        return !now.isBefore(job.timeline().created().plus(AnthropicBatchesEndpoint.kept(job)));
    }

    private static Map<String, @Nullable Object> counts(SimulatedJob job, JobStage stage) {
        Progress progress = job.progress(stage);
        SimulatedJobState state = stage.state();
        boolean ended = state.isTerminal();
        return JsonObjects.object(
                "processing", ended ? 0 : progress.total(),
                "succeeded", ended ? progress.succeeded() : 0,
                "errored", ended ? progress.refused() : 0,
                "canceled", ended && state != SimulatedJobState.EXPIRED ? progress.notRun() : 0,
                "expired", state == SimulatedJobState.EXPIRED ? progress.notRun() : 0);
    }
}
