package dev.rowan.simulator.fireworks;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.LineFormat;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.RowKind;
import dev.rowan.simulator.batch.RowResult;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.json.JsonObjects;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The files of a job's output dataset: results and errors of the requests that were executed.
final class InferenceOutput {
    private InferenceOutput() {}

    /// None before the job has ended, and none of a job that failed or was deleted while it ran.
    static List<StoredFile> of(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        boolean hasFiles = stage.state() == SimulatedJobState.COMPLETED || stage.state() == SimulatedJobState.EXPIRED;
        return job.account().service().equals("fireworks") && hasFiles
                ? List.of(
                        file(job, stage, "BIJOutputSet.jsonl", RowKind.DONE),
                        file(job, stage, "error-data", RowKind.REFUSED))
                : List.of();
    }

    private static StoredFile file(SimulatedJob job, JobStage stage, String name, RowKind kind) {
        return new StoredFile(
                job.facts().text("outputDatasetId").orElse("") + "/" + name,
                job.account(),
                name,
                "output",
                "application/jsonl",
                new Results(job, stage, new Line(kind)),
                stage.since(),
                Optional.empty());
    }

    /// `{"custom_id", "response"}`, or `{"custom_id", "error"}`, whose form is not documented.
    private record Line(RowKind kind) implements LineFormat {

        @Override
        public String name() {
            return kind.name();
        }

        @Override
        public boolean holds(RowKind other) {
            return other == kind;
        }

        @Override
        public Map<String, @Nullable Object> line(@Nullable Object id, Seed row, RowResult result) {
            Map<String, @Nullable Object> line = JsonObjects.object("custom_id", id);
            switch (result) {
                case RowResult.Done(var answered) -> line.put("response", answered.body());
                case RowResult.Refused(var refusal) ->
                    line.put("error", JsonObjects.object("code", refusal.status(), "message", refusal.message()));
                case RowResult.NotRun _ ->
                    throw new IllegalStateException("requests that were not executed have no line");
            }
            return line;
        }
    }
}
