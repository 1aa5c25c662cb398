package dev.rowan.simulator.vertex;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.bucket.BucketEndpoint;
import dev.rowan.simulator.bucket.Storage;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a job leaves in Google Cloud Storage: the results of the requests that were executed.
public final class PredictionOutput {
    private PredictionOutput() {}

    public static List<StoredFile> of(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        return job.account().service().equals("vertex")
                ? folder(job, stage)
                        .map(folder -> List.of(BucketEndpoint.output(
                                Storage.GOOGLE,
                                folder + "/predictions.jsonl",
                                new Results(job, stage, new Line(job.facts().flag("claude"))),
                                stage.since())))
                        .orElse(List.of())
                : List.of();
    }

    /// The folder of a job that has ended with results.
    static Optional<String> folder(SimulatedJob job, JobStage stage) {
        return stage.state().isTerminal() && stage.state() != SimulatedJobState.FAILED
                ? Optional.of(job.facts().text("output").orElse("") + "/prediction-model-" + job.id())
                : Optional.empty();
    }

    /// `{"status", "processed_time", "request" or "custom_id", "response"}`. The id of Gemini's requests is in their
    /// labels.
    private record Line(boolean isClaude) implements LineFormat {

        @Override
        public String name() {
            return "predictions";
        }

        @Override
        public boolean holds(RowKind kind) {
            return kind != RowKind.NOT_RUN;
        }

        @Override
        public Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result) {
            Map<String, @Nullable Object> line = isClaude
                    ? JsonObjects.object("custom_id", id, "request", Map.of())
                    : JsonObjects.object(
                            "request", JsonObjects.object("labels", JsonObjects.object(PredictionRow.ID_LABEL, id)));
            line.put("processed_time", "2026-01-15T00:00:00.000+00:00");
            switch (result) {
                case RowResult.Done(var answered) -> {
                    line.put("status", "");
                    line.put("response", answered.body());
                }
                case RowResult.Refused(var refusal) -> {
                    line.put("status", text(refusal));
                    line.put("response", Map.of());
                }
                case RowResult.NotRun _ ->
                    throw new IllegalStateException("requests that were not executed have no line");
            }
            return line;
        }

        private static String text(Refusal refusal) {
            byte[] error = RowJson.writeValue(JsonObjects.object(
                    "error",
                    JsonObjects.object(
                            "code", refusal.status(), "message", refusal.message(), "status", refusal.type())));
            return (refusal.status() == 400 ? "Bad Request: " : "Error: ") + new String(error, StandardCharsets.UTF_8);
        }
    }
}
