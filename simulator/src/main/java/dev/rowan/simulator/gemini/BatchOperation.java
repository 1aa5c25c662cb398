package dev.rowan.simulator.gemini;

import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.json.JsonObjects;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A batch as Gemini reports it: a long-running operation, with 64-bit numbers as strings.
final class BatchOperation {
    private static final String TYPES = "type.googleapis.com/google.ai.generativelanguage.v1main.";

    private BatchOperation() {}

    static Map<String, @Nullable Object> of(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Map<String, @Nullable Object> metadata = metadata(job, stage);
        Map<String, @Nullable Object> operation = JsonObjects.object("name", job.id(), "metadata", metadata);
        operation.put("done", stage.state().isTerminal());
        switch (stage.state()) {
            case COMPLETED -> {
                Map<String, @Nullable Object> output = output(job, stage, now);
                metadata.put("output", output);
                Map<String, @Nullable Object> response =
                        JsonObjects.object("@type", TYPES + "GenerateContentBatchOutput");
                response.putAll(output);
                operation.put("response", response);
            }
            case FAILED ->
                operation.put(
                        "error",
                        JsonObjects.object(
                                "code",
                                3,
                                "message",
                                job.problems().stream()
                                        .map(InputProblem::message)
                                        .findFirst()
                                        .orElse("The batch failed.")));
            case CANCELLED ->
                operation.put("error", JsonObjects.object("code", 1, "message", "The batch was cancelled."));
            case EXPIRED -> operation.put("error", JsonObjects.object("code", 4, "message", "The batch has expired."));
            case VALIDATING, RUNNING, FINALIZING, CANCELLING -> {}
        }
        return operation;
    }

    private static Map<String, @Nullable Object> metadata(SimulatedJob job, JobStage stage) {
        Map<String, @Nullable Object> metadata = JsonObjects.object(
                "@type", TYPES + "GenerateContentBatch",
                "model", "models/" + job.facts().text("model").orElse(""),
                "displayName", job.facts().get("displayName"),
                "createTime", job.timeline().created().toString(),
                "updateTime", stage.since().toString(),
                "batchStats", stats(job, stage),
                "state", state(job, stage.state()),
                "name", job.id());
        if (stage.state().isTerminal()) {
            metadata.put("endTime", stage.since().toString());
        }
        if (job.facts().has("priority")) {
            metadata.put("priority", String.valueOf(job.facts().get("priority")));
        }
        return metadata;
    }

    private static Map<String, @Nullable Object> stats(SimulatedJob job, JobStage stage) {
        Progress progress = job.progress(stage);
        Map<String, @Nullable Object> stats = JsonObjects.object("requestCount", Integer.toString(progress.total()));
        put(stats, "successfulRequestCount", progress.succeeded());
        put(stats, "failedRequestCount", progress.refused());
        put(stats, "pendingRequestCount", stage.state().isTerminal() ? 0 : progress.notRun());
        return stats;
    }

    /// Numbers that are 0 are left out, as they are on the wire.
    private static void put(Map<String, @Nullable Object> stats, String name, int number) {
        if (number > 0) {
            stats.put(name, Integer.toString(number));
        }
    }

    private static String state(SimulatedJob job, SimulatedJobState state) {
        String prefix = job.settings().manners().jobState() ? "JOB_STATE_" : "BATCH_STATE_";
        return job.shown()
                .orElse(prefix
                        + switch (state) {
                            case VALIDATING -> "PENDING";
                            case RUNNING, FINALIZING, CANCELLING -> "RUNNING";
                            case COMPLETED -> "SUCCEEDED";
                            case FAILED -> "FAILED";
                            case CANCELLED -> "CANCELLED";
                            case EXPIRED -> "EXPIRED";
                        });
    }

    private static Map<String, @Nullable Object> output(SimulatedJob job, JobStage stage, Instant now) {
        if (job.facts().flag("inline")) {
            return JsonObjects.object(
                    "inlinedResponses",
                    JsonObjects.object("inlinedResponses", new Results(job, stage, new ResponseLine(true)).list()));
        }
        return JsonObjects.object(
                "responsesFile", ResponsesFile.of(job, now).map(StoredFile::id).orElse(null));
    }
}
