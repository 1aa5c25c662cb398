package dev.rowan.simulator.fireworks;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Intervention;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Lines;
import dev.rowan.simulator.batch.NewJob;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.compatible.CompatibleChatEndpoint;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.OffsetPage;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Operation.Body;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `…/batchInferenceJobs`: create, get, list and delete. A job that is deleted while it runs ends, and is gone then.
public record InferenceJobsEndpoint(CompatibleChatEndpoint chat, BatchStore store) {
    private static final Duration WINDOW = Duration.ofHours(24);
    private static final Set<String> KNOWN = Set.of(
            "displayName",
            "model",
            "inputDatasetId",
            "outputDatasetId",
            "inferenceParameters",
            "precision",
            "continuedFromJobName");

    public List<Operation> operations() {
        return List.of(
                operation("create", "POST", "", Body.JSON, (request, _) -> create(request)),
                operation("get", "GET", "/([^/:]+)", Body.OTHER, (request, id) -> shown(request, find(request, id))),
                operation("list", "GET", "", Body.OTHER, (request, _) -> list(request)),
                operation("delete", "DELETE", "/([^/:]+)", Body.OTHER, this::delete));
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation(
                "fireworks_batch_" + word,
                dialect(),
                method,
                Pattern.compile(FireworksDialect.ACCOUNT + "/batchInferenceJobs" + path),
                body,
                work);
    }

    private FireworksDialect dialect() {
        return new FireworksDialect(chat.dialect());
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private SimulatedJob find(EndpointRequest request, String id) throws RefusedException {
        return store.job(dialect().owner(request), id, now(request))
                .filter(job -> !isDeleted(job, request))
                .orElseThrow(FireworksDialect::notFound);
    }

    private boolean isDeleted(SimulatedJob job, EndpointRequest request) {
        return job.stage(now(request)).state() == SimulatedJobState.CANCELLED;
    }

    private EndpointResult create(EndpointRequest request) throws RefusedException {
        Fields body = request.body();
        for (String key : body.all().keySet()) {
            if (!KNOWN.contains(key)) {
                throw FireworksDialect.invalid("unknown field \"" + key + "\"");
            }
        }
        String model = body.text("model").orElseThrow(() -> FireworksDialect.invalid("model is required"));
        if (!request.models().has(model)) {
            throw FireworksDialect.notFound();
        }
        Seed seed = store.fresh(request.seed());
        Optional<String> asked = request.request().query("batchInferenceJobId");
        String id = asked.isPresent()
                ? FireworksDialect.checkedId("batchInferenceJobId", asked.get())
                : seed.id("bij-").toLowerCase(Locale.ROOT);
        if (store.all().stream().anyMatch(job -> job.id().equals(id))) {
            throw FireworksDialect.exists(FireworksDialect.account(request) + "/batchInferenceJobs/" + id);
        }
        String output =
                body.text("outputDatasetId").orElse(FireworksDialect.account(request) + "/datasets/" + id + "-output");
        checkOutput(request, output);
        Lines lines = Lines.of(input(request, body.text("inputDatasetId").orElse("")));
        List<InputProblem> problems = problems(lines);
        Map<String, @Nullable Object> facts = JsonObjects.object();
        facts.putAll(body.all());
        facts.put("outputDatasetId", output);
        facts.put("account", FireworksDialect.account(request));
        var job = new NewJob(
                id,
                dialect().owner(request),
                seed,
                new DatasetRow(chat, model),
                problems.isEmpty() ? lines : Lines.of(Slice.of(new byte[0])),
                new Fields(facts),
                problems,
                WINDOW);
        return shown(request, store.create(job, request, _ -> tooMany()));
    }

    /// A job makes its output dataset itself.
    private void checkOutput(EndpointRequest request, String output) throws RefusedException {
        FireworksDialect.checkedId("outputDatasetId", output.substring(output.lastIndexOf('/') + 1));
        boolean isTaken = store.file(dialect().owner(request), output, now(request))
                        .isPresent()
                || store.all().stream()
                        .anyMatch(job ->
                                job.facts().text("outputDatasetId").orElse("").equals(output));
        if (isTaken) {
            throw FireworksDialect.exists(output);
        }
    }

    private Slice input(EndpointRequest request, String name) throws RefusedException {
        if (!name.startsWith(FireworksDialect.account(request) + "/datasets/")) {
            throw FireworksDialect.invalid("inputDatasetId must be a dataset of the account, got '" + name + "'");
        }
        StoredFile dataset =
                store.file(dialect().owner(request), name, now(request)).orElseThrow(FireworksDialect::notFound);
        if (!DatasetsEndpoint.isReady(store, dataset, now(request)) || !(dataset.content() instanceof Slice content)) {
            throw FireworksDialect.invalid("dataset " + name + " is not ready");
        }
        return content;
    }

    /// A line that is no request fails the whole job. Its model is that of the job.
    private static List<InputProblem> problems(Lines lines) {
        if (lines.count() == 0) {
            return List.of(problem("the dataset is empty"));
        }
        var ids = new HashSet<String>();
        for (int row = 0; row < lines.count(); row++) {
            Optional<String> wrong = wrong(lines.read(row), ids);
            if (wrong.isPresent()) {
                return List.of(problem("Dataset has a syntax error: line " + (row + 1) + ": " + wrong.get()));
            }
        }
        return List.of();
    }

    private static InputProblem problem(String message) {
        return InputProblem.of("INVALID_ARGUMENT", message);
    }

    private static Optional<String> wrong(Optional<Fields> line, Set<String> ids) {
        if (line.isEmpty()) {
            return Optional.of("not a JSON object");
        }
        Fields fields = line.get();
        Optional<Fields> body = fields.object("body");
        if (!ids.add(fields.text("custom_id").orElse(""))) {
            return Optional.of("custom_id must be unique");
        }
        if (fields.text("custom_id").isEmpty()
                || body.flatMap(found -> found.list("messages")).isEmpty()) {
            return Optional.of("custom_id and body.messages are required");
        }
        return body.orElseThrow().has("model") ? Optional.of("body.model: the job names the model") : Optional.empty();
    }

    private static Optional<InputProblem> tooMany() throws RefusedException {
        throw Refusal.of(429, "RESOURCE_EXHAUSTED", "The quota of batch inference jobs is exceeded.")
                .thrown();
    }

    private EndpointResult list(EndpointRequest request) {
        List<SimulatedJob> all = store.jobs(dialect().owner(request), now(request)).reversed().stream()
                .filter(job -> !isDeleted(job, request))
                .toList();
        int size = Integer.parseInt(request.request().query("pageSize").orElse("50"));
        var page = OffsetPage.of(all, request.request().query("pageToken"), Math.min(200, size));
        return EndpointResult.Resource.of(JsonObjects.object(
                "batchInferenceJobs",
                page.items().stream().map(job -> object(job, now(request))).toList(),
                "nextPageToken",
                page.next().orElse(""),
                "totalSize",
                all.size()));
    }

    private EndpointResult delete(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        if (job.stage(now(request)).state().isTerminal()) {
            job.delete();
        } else {
            job.interfere(new Intervention(Intervention.Kind.CANCEL, now(request)));
        }
        return EndpointResult.Resource.about(id, JsonObjects.object());
    }

    private EndpointResult shown(EndpointRequest request, SimulatedJob job) {
        return EndpointResult.Resource.about(job.id(), object(job, now(request)));
    }

    private static Map<String, @Nullable Object> object(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Fields facts = job.facts();
        Optional<InputProblem> failure =
                job.problems().stream().findFirst().filter(_ -> stage.state() == SimulatedJobState.FAILED);
        return JsonObjects.object(
                "name",
                facts.text("account").orElse("") + "/batchInferenceJobs/" + job.id(),
                "displayName",
                facts.text("displayName").orElse(""),
                "createTime",
                job.timeline().created().toString(),
                "expireTime",
                job.timeline()
                        .window()
                        .map(window -> job.timeline().created().plus(window).toString())
                        .orElse(null),
                "updateTime",
                stage.since().toString(),
                "state",
                job.shown().orElse("JOB_STATE_" + word(stage.state())),
                "status",
                JsonObjects.object(
                        "code", failure.map(InputProblem::code).orElse("OK"),
                        "message", failure.map(InputProblem::message).orElse("")),
                "model",
                facts.get("model"),
                "inputDatasetId",
                facts.get("inputDatasetId"),
                "outputDatasetId",
                facts.get("outputDatasetId"),
                "jobProgress",
                stage.state() == SimulatedJobState.VALIDATING ? null : progress(job.progress(stage)));
    }

    private static Map<String, @Nullable Object> progress(Progress progress) {
        int processed = progress.succeeded() + progress.refused();
        return JsonObjects.object(
                "percent", progress.total() == 0 ? 0 : 100 * processed / progress.total(),
                "totalInputRequests", progress.total(),
                "totalProcessedRequests", processed,
                "successfullyProcessedRequests", progress.succeeded(),
                "failedRequests", progress.refused(),
                "outputRows", progress.succeeded());
    }

    private static String word(SimulatedJobState state) {
        return switch (state) {
            case FINALIZING -> "WRITING_RESULTS";
            case CANCELLING, CANCELLED -> "DELETING_CLEANING_UP";
            case VALIDATING, RUNNING, COMPLETED, FAILED, EXPIRED -> state.name();
        };
    }

    /// A line of a dataset: `custom_id` and `body`, a request for chat without its model.
    private record DatasetRow(CompatibleChatEndpoint chat, String model) implements RowWork {

        @Override
        public ServiceDialect dialect() {
            return chat.dialect();
        }

        @Override
        public @Nullable Object id(Fields line) {
            return line.get("custom_id");
        }

        @Override
        public ModelReply answer(Fields line, EndpointRequest row) throws RefusedException {
            Map<String, @Nullable Object> body = JsonObjects.object();
            body.putAll(line.object("body").orElse(Fields.NONE).all());
            body.put("model", model);
            return chat.answer("/v1/chat/completions", new Fields(body), row);
        }
    }
}
