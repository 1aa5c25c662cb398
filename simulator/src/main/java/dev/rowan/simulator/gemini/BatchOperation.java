package dev.rowan.simulator.gemini;

import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Job;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.Stage;
import dev.rowan.simulator.batch.State;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.json.Json;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A batch as Gemini tells of it: a long-running operation, with numbers of 64 bits as strings.
final class BatchOperation {
    private static final String TYPES = "type.googleapis.com/google.ai.generativelanguage.v1main.";

    private BatchOperation() {}

    static Map<String, @Nullable Object> of(Job job, Instant now) {
        Stage stage = job.stage(now);
        Map<String, @Nullable Object> metadata = metadata(job, stage);
        Map<String, @Nullable Object> operation = Json.object("name", job.id(), "metadata", metadata);
        operation.put("done", stage.state().isTerminal());
        switch (stage.state()) {
            case COMPLETED -> {
                Map<String, @Nullable Object> output = output(job, stage, now);
                metadata.put("output", output);
                Map<String, @Nullable Object> response = Json.object("@type", TYPES + "GenerateContentBatchOutput");
                response.putAll(output);
                operation.put("response", response);
            }
            case FAILED ->
                operation.put(
                        "error",
                        Json.object(
                                "code",
                                3,
                                "message",
                                job.problems().stream()
                                        .map(InputProblem::message)
                                        .findFirst()
                                        .orElse("The batch failed.")));
            case CANCELLED -> operation.put("error", Json.object("code", 1, "message", "The batch was cancelled."));
            case EXPIRED -> operation.put("error", Json.object("code", 4, "message", "The batch has expired."));
            case VALIDATING, RUNNING, FINALIZING, CANCELLING -> {}
        }
        return operation;
    }

    private static Map<String, @Nullable Object> metadata(Job job, Stage stage) {
        Map<String, @Nullable Object> metadata = Json.object(
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

    private static Map<String, @Nullable Object> stats(Job job, Stage stage) {
        Progress progress = job.progress(stage);
        Map<String, @Nullable Object> stats = Json.object("requestCount", Integer.toString(progress.total()));
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

    private static String state(Job job, State state) {
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

    private static Map<String, @Nullable Object> output(Job job, Stage stage, Instant now) {
        if (job.facts().flag("inline")) {
            return Json.object(
                    "inlinedResponses",
                    Json.object("inlinedResponses", new Results(job, stage, new ResponseLine(true)).list()));
        }
        return Json.object(
                "responsesFile", ResponsesFile.of(job, now).map(StoredFile::id).orElse(null));
    }
}
