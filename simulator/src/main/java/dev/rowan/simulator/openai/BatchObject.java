package dev.rowan.simulator.openai;

import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.ServiceQuirks;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A batch as OpenAI reports it, or Azure with the configured deviations.
record BatchObject(OpenAiVariant flavour) {
    private static final Duration WINDOW = Duration.ofHours(24);

    Map<String, @Nullable Object> of(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Fields facts = job.facts();
        var files = new JobFiles(flavour);
        Progress progress = job.progress(stage);
        Map<String, @Nullable Object> body = JsonObjects.object(
                "id",
                job.id(),
                "object",
                "batch",
                "endpoint",
                deviates(job, ServiceQuirks.Azure.NULL_ENDPOINT) ? null : facts.get("endpoint"),
                "model",
                facts.get("model"),
                "errors",
                stage.state() == SimulatedJobState.FAILED ? errors(job.problems()) : null,
                "input_file_id",
                facts.get("input_file_id"),
                "completion_window",
                "24h",
                "status",
                job.shown().orElseGet(() -> status(job, stage.state())));
        putId(body, "output_file_id", files.output(job, now), job);
        putId(body, "error_file_id", files.errors(job, now), job);
        putTimes(body, job, stage);
        boolean noCounts = deviates(job, ServiceQuirks.Azure.NULL_COUNTS);
        int rows = stage.state() == SimulatedJobState.VALIDATING || stage.state() == SimulatedJobState.FAILED
                ? 0
                : progress.total();
        body.put(
                "request_counts",
                JsonObjects.object(
                        "total", noCounts ? null : rows,
                        "completed", noCounts ? null : progress.succeeded(),
                        "failed", noCounts ? null : failed(progress, stage)));
        if (stage.state().isTerminal() && stage.state() != SimulatedJobState.FAILED) {
            body.put("usage", usage(progress));
        }
        body.put("metadata", facts.get("metadata"));
        return body;
    }

    private static int failed(Progress progress, JobStage stage) {
        return progress.refused() + (stage.state() == SimulatedJobState.EXPIRED ? progress.notRun() : 0);
    }

    private boolean deviates(SimulatedJob job, ServiceQuirks.Azure deviation) {
        return flavour.azure() && job.settings().manners().azure().contains(deviation);
    }

    private String status(SimulatedJob job, SimulatedJobState state) {
        String word = JobStyle.OPENAI.word(state);
        return deviates(job, ServiceQuirks.Azure.CAPITALISED_STATUS)
                ? word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1)
                : word;
    }

    private static void putId(
            Map<String, @Nullable Object> body, String name, Optional<StoredFile> file, SimulatedJob job) {
        if (file.isPresent() || !job.settings().manners().absentIds()) {
            body.put(name, file.map(StoredFile::id).orElse(null));
        }
    }

    private void putTimes(Map<String, @Nullable Object> body, SimulatedJob job, JobStage stage) {
        Instant created = job.timeline().created();
        SimulatedJobState state = stage.state();
        boolean begun = state != SimulatedJobState.VALIDATING && state != SimulatedJobState.FAILED;
        body.put("created_at", time(job, created));
        body.put("in_progress_at", begun ? time(job, job.timeline().started()) : null);
        body.put(
                "expires_at",
                time(
                        job,
                        created.plus(
                                flavour.window(job.settings().timing().window()).orElse(WINDOW))));
        Instant finalized = state == SimulatedJobState.FINALIZING
                        || job.timeline().finalizing().isAfter(stage.since())
                ? stage.since()
                : job.timeline().finalizing();
        boolean ends = state == SimulatedJobState.FINALIZING || state == SimulatedJobState.COMPLETED;
        body.put("finalizing_at", ends ? time(job, finalized) : null);
        for (SimulatedJobState end :
                List.of(SimulatedJobState.COMPLETED, SimulatedJobState.FAILED, SimulatedJobState.EXPIRED)) {
            body.put(end.name().toLowerCase(Locale.ROOT) + "_at", state == end ? time(job, stage.since()) : null);
        }
        body.put("cancelling_at", job.cancelled().map(at -> time(job, at)).orElse(null));
        body.put("cancelled_at", state == SimulatedJobState.CANCELLED ? time(job, stage.since()) : null);
    }

    private Object time(SimulatedJob job, Instant at) {
        return deviates(job, ServiceQuirks.Azure.ISO_TIMES) ? at.toString() : (Object) at.getEpochSecond();
    }

    private static Map<String, @Nullable Object> errors(List<InputProblem> problems) {
        return JsonObjects.object(
                "object",
                "list",
                "data",
                problems.stream()
                        .map(problem -> JsonObjects.object(
                                "code", problem.code(),
                                "message", problem.message(),
                                "param", problem.param().orElse(null),
                                "line", problem.line().orElse(null)))
                        .toList());
    }

    private static Map<String, @Nullable Object> usage(Progress progress) {
        return JsonObjects.object(
                "input_tokens", progress.usage().input(),
                "input_tokens_details", JsonObjects.object("cached_tokens", 0),
                "output_tokens", progress.usage().output(),
                "output_tokens_details", JsonObjects.object("reasoning_tokens", 0),
                "total_tokens", progress.usage().total());
    }
}
