package dev.rowan.simulator.bedrock;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.bucket.BucketEndpoint;
import dev.rowan.simulator.bucket.Storage;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.json.JsonObjects;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a job leaves in S3: the results of the records that were processed, and a manifest with their number.
public final class InvocationOutput {
    private InvocationOutput() {}

    public static List<StoredFile> of(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        if (!job.account().service().equals("bedrock")
                || !stage.state().isTerminal()
                || stage.state() == SimulatedJobState.FAILED) {
            return List.of();
        }
        String folder = job.facts().text("output").orElse("") + job.id() + "/";
        String input = job.facts().text("input").orElse("");
        String name = input.substring(input.lastIndexOf('/') + 1);
        return List.of(
                BucketEndpoint.output(
                        Storage.S3, folder + name + ".out", new Results(job, stage, new Line()), stage.since()),
                BucketEndpoint.output(
                        Storage.S3, folder + "manifest.json.out", manifest(job.progress(stage)), stage.since()));
    }

    private static Content manifest(Progress progress) {
        return Content.of(RowJson.writeValue(JsonObjects.object(
                "totalRecordCount",
                progress.total(),
                "processedRecordCount",
                progress.total() - progress.notRun(),
                "successRecordCount",
                progress.succeeded(),
                "errorRecordCount",
                progress.refused(),
                "inputTokenCount",
                progress.usage().input(),
                "outputTokenCount",
                progress.usage().output())));
    }

    /// `{"recordId", "modelOutput" or "error"}`.
    private record Line() implements LineFormat {

        @Override
        public String name() {
            return "records";
        }

        @Override
        public boolean holds(RowKind kind) {
            return kind != RowKind.NOT_RUN;
        }

        @Override
        public Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result) {
            Map<String, @Nullable Object> line = JsonObjects.object("recordId", id, "modelInput", Map.of());
            switch (result) {
                case RowResult.Done(var answered) -> line.put("modelOutput", answered.body());
                case RowResult.Refused(var refusal) ->
                    line.put(
                            "error",
                            JsonObjects.object("errorCode", refusal.status(), "errorMessage", refusal.message()));
                case RowResult.NotRun _ ->
                    throw new IllegalStateException("records that were not processed have no line");
            }
            return line;
        }
    }
}
