package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.json.JsonObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A batch as the service of a [JobStyle] reports it.
record StyledBatchObject(OpenAiVariant flavour) {
    private static final Duration WINDOW = Duration.ofHours(24);

    Map<String, @Nullable Object> of(SimulatedJob job, Instant now) {
        return switch (flavour.style()) {
            case OPENAI -> new BatchObject(flavour).of(job, now);
            case MISTRAL -> mistral(job, now);
            case TOGETHER -> together(job, now);
            case XAI -> xai(job, now);
        };
    }

    private String status(SimulatedJob job, JobStage stage) {
        return job.shown().orElseGet(() -> flavour.style().word(stage.state()));
    }

    private Map<String, @Nullable Object> mistral(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Progress progress = job.progress(stage);
        var files = new JobFiles(flavour);
        Instant created = job.timeline().created();
        return JsonObjects.object(
                "id",
                job.id(),
                "object",
                "batch",
                "input_files",
                job.facts().list("input_files").orElse(List.of()),
                "metadata",
                job.facts().get("metadata"),
                "endpoint",
                job.facts().get("endpoint"),
                "model",
                job.facts().get("model"),
                "output_file",
                files.output(job, now).map(StoredFile::id).orElse(null),
                "error_file",
                files.errors(job, now).map(StoredFile::id).orElse(null),
                "errors",
                job.problems().stream()
                        .map(problem -> JsonObjects.object("message", problem.message(), "count", 1))
                        .toList(),
                "status",
                status(job, stage),
                "created_at",
                created.getEpochSecond(),
                "total_requests",
                progress.total(),
                "completed_requests",
                progress.succeeded() + progress.refused(),
                "succeeded_requests",
                progress.succeeded(),
                "failed_requests",
                progress.refused() + (stage.state() == SimulatedJobState.EXPIRED ? progress.notRun() : 0));
    }

    /// Counts instead of a state; a batch that failed or expired was cancelled by the service.
    private Map<String, @Nullable Object> xai(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Instant created = job.timeline().created();
        Map<String, @Nullable Object> batch = JsonObjects.object(
                "batch_id",
                job.id(),
                "name",
                job.facts().get("name"),
                "input_file_id",
                job.facts().get("input_file_id"),
                "create_time",
                created.toString(),
                "expire_time",
                created.plus(WINDOW).toString(),
                "state",
                job.shown().<@Nullable Object>map(word -> word).orElseGet(() -> counts(job, stage)));
        switch (stage.state()) {
            case CANCELLING, CANCELLED -> batch.put("cancel_time", stage.since().toString());
            case FAILED, EXPIRED -> {
                batch.put("cancel_time", stage.since().toString());
                batch.put(
                        "cancel_by_xai_message",
                        job.problems().stream()
                                .map(InputProblem::message)
                                .findFirst()
                                .orElse("The batch expired."));
            }
            case VALIDATING, RUNNING, FINALIZING, COMPLETED -> {}
        }
        return batch;
    }

    private static Map<String, @Nullable Object> counts(SimulatedJob job, JobStage stage) {
        Progress progress = job.progress(stage);
        int rest = progress.total() - progress.succeeded() - progress.refused();
        boolean ended = stage.state().isTerminal();
        return JsonObjects.object(
                "num_requests", progress.total(),
                "num_pending", ended ? 0 : rest,
                "num_success", progress.succeeded(),
                "num_error", progress.refused(),
                "num_cancelled", ended ? rest : 0);
    }

    private Map<String, @Nullable Object> together(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Progress progress = job.progress(stage);
        var files = new JobFiles(flavour);
        Instant created = job.timeline().created();
        int done = progress.succeeded() + progress.refused();
        return JsonObjects.object(
                "id",
                job.id(),
                "user_id",
                "user_simulator",
                "input_file_id",
                job.facts().get("input_file_id"),
                "status",
                status(job, stage),
                "job_deadline",
                created.plus(WINDOW).toString(),
                "created_at",
                created.toString(),
                "endpoint",
                job.facts().get("endpoint"),
                "progress",
                progress.total() == 0 ? 0 : 100.0 * done / progress.total(),
                "model_id",
                job.facts().get("model"),
                "output_file_id",
                files.output(job, now).map(StoredFile::id).orElse(null),
                "error_file_id",
                files.errors(job, now).map(StoredFile::id).orElse(null),
                "error",
                job.problems().stream().map(InputProblem::message).findFirst().orElse(null));
    }
}
