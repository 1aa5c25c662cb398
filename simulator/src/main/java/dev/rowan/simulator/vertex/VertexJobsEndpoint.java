package dev.rowan.simulator.vertex;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchAccount;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Intervention;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Lines;
import dev.rowan.simulator.batch.NewJob;
import dev.rowan.simulator.batch.Progress;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.bucket.BucketEndpoint;
import dev.rowan.simulator.bucket.Storage;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.OffsetPage;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Operation.Body;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `…/batchPredictionJobs`: create, get, list, cancel and delete, with files in Google Cloud Storage.
public record VertexJobsEndpoint(VertexModelEndpoint google, VertexModelEndpoint anthropic, BatchStore store) {
    private static final String PATH = VertexModelEndpoint.LOCATION + "/batchPredictionJobs";
    private static final Pattern MODEL = Pattern.compile("publishers/(google|anthropic)/models/(.+)");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9_-]{0,63}");
    private static final Duration WINDOW = Duration.ofDays(4);

    public List<Operation> operations() {
        return List.of(
                operation("create", "POST", "", Body.JSON, (request, _) -> create(request)),
                operation("get", "GET", "/([^/:]+)", Body.OTHER, (request, id) -> resource(request, find(request, id))),
                operation("list", "GET", "", Body.OTHER, (request, _) -> list(request)),
                operation("cancel", "POST", "/([^/:]+):cancel", Body.OTHER, this::cancel),
                operation("delete", "DELETE", "/([^/:]+)", Body.OTHER, this::delete));
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation(
                "vertex_batch_" + word, google.dialect(), method, Pattern.compile(PATH + path), body, work);
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private BatchAccount account(EndpointRequest request) {
        return new BatchAccount("vertex", request.key());
    }

    private static RefusedException invalid(String message) {
        return Refusal.of(400, "INVALID_ARGUMENT", message).thrown();
    }

    private SimulatedJob find(EndpointRequest request, String id) throws RefusedException {
        return store.job(account(request), id, now(request))
                .orElseThrow(() -> Refusal.of(404, "NOT_FOUND", "The BatchPredictionJob does not exist.")
                        .thrown());
    }

    private EndpointResult resource(EndpointRequest request, SimulatedJob job) {
        return EndpointResult.Resource.about(job.id(), object(job, now(request)));
    }

    private EndpointResult create(EndpointRequest request) throws RefusedException {
        Fields body = request.body();
        Matcher model = MODEL.matcher(body.text("model").orElse(""));
        if (!model.matches()) {
            throw invalid("The model must be a publisher model.");
        }
        VertexModelEndpoint models = model.group(1).equals("google") ? google : anthropic;
        String input = uri(
                body.object("inputConfig")
                        .flatMap(config -> config.object("gcsSource"))
                        .flatMap(source -> source.list("uris"))
                        .map(uris -> uris.isEmpty() ? "" : String.valueOf(uris.getFirst())),
                "inputConfig.gcsSource.uris");
        String output = uri(
                body.object("outputConfig")
                        .flatMap(config -> config.object("gcsDestination"))
                        .flatMap(destination -> destination.text("outputUriPrefix")),
                "outputConfig.gcsDestination.outputUriPrefix");
        if (body.text("displayName").isEmpty()) {
            throw invalid("displayName is required.");
        }
        Fields labels = body.object("labels").orElse(Fields.NONE);
        for (Object label : labels.all().values()) {
            if (!LABEL.matcher(String.valueOf(label)).matches()) {
                throw invalid("The label value must consist of lowercase letters, digits, _ and -: " + label);
            }
        }
        Instant now = now(request);
        Optional<Slice> content = BucketEndpoint.content(store, Storage.GOOGLE, input, now);
        Lines lines = Lines.of(content.orElse(Slice.of(new byte[0])));
        Seed seed = store.fresh(request.seed());
        Map<String, @Nullable Object> facts = JsonObjects.object(
                "displayName",
                body.get("displayName"),
                "model",
                body.get("model"),
                "claude",
                model.group(1).equals("anthropic"),
                "labels",
                labels.all(),
                "input",
                input,
                "output",
                output.endsWith("/") ? output.substring(0, output.length() - 1) : output);
        var job = new NewJob(
                seed.id(""),
                account(request),
                seed,
                new PredictionRow(models, model.group(2)),
                lines,
                new Fields(facts),
                problems(content.isPresent(), lines),
                WINDOW);
        return resource(request, store.create(job, request, _ -> tooMany()));
    }

    private static String uri(Optional<String> given, String name) throws RefusedException {
        return given.filter(text -> text.startsWith("gs://"))
                .orElseThrow(() -> invalid(name + " must be a Cloud Storage URI."));
    }

    /// The input is read after the job was created.
    private static List<InputProblem> problems(boolean found, Lines lines) {
        var problems = new ArrayList<InputProblem>();
        if (!found || lines.count() == 0) {
            problems.add(InputProblem.of("3", "The input has no requests."));
        }
        if (problems.isEmpty()) {
            lines.firstWithout("request")
                    .ifPresent(row -> problems.add(
                            InputProblem.at(row + 1, "3", "Line " + (row + 1) + " of the input is no request.")));
        }
        return problems;
    }

    private static Optional<InputProblem> tooMany() throws RefusedException {
        throw Refusal.of(429, "RESOURCE_EXHAUSTED", "The quota of concurrent batch prediction jobs is exceeded.")
                .thrown();
    }

    /// Pages; the only filter that is known is the existence of a label.
    private EndpointResult list(EndpointRequest request) {
        Optional<String> label = request.request()
                .query("filter")
                .filter(text -> text.startsWith("labels.") && text.endsWith(":*"))
                .map(text -> text.substring("labels.".length(), text.length() - 2));
        List<SimulatedJob> all = store.jobs(account(request), now(request)).stream()
                .filter(job -> label.isEmpty()
                        || job.facts()
                                .object("labels")
                                .filter(labels -> labels.has(label.get()))
                                .isPresent())
                .toList();
        var page = OffsetPage.of(
                all,
                request.request().query("pageToken"),
                Integer.parseInt(request.request().query("pageSize").orElse("10")));
        Map<String, @Nullable Object> object = JsonObjects.object(
                "batchPredictionJobs",
                page.items().stream().map(job -> object(job, now(request))).toList());
        page.next().ifPresent(token -> object.put("nextPageToken", token));
        return EndpointResult.Resource.of(object);
    }

    private EndpointResult cancel(EndpointRequest request, String id) throws RefusedException {
        find(request, id).interfere(new Intervention(Intervention.Kind.CANCEL, now(request)));
        return EndpointResult.Resource.about(id, JsonObjects.object());
    }

    private EndpointResult delete(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        if (!job.stage(now(request)).state().isTerminal()) {
            throw Refusal.of(400, "FAILED_PRECONDITION", "The BatchPredictionJob is still running.")
                    .thrown();
        }
        job.delete();
        return EndpointResult.Resource.about(id, JsonObjects.object("done", true));
    }

    private static Map<String, @Nullable Object> object(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Fields facts = job.facts();
        Map<String, @Nullable Object> object = JsonObjects.object(
                "name", "projects/123456789012/locations/us-central1/batchPredictionJobs/" + job.id(),
                "displayName", facts.get("displayName"),
                "model", facts.get("model"),
                "labels", facts.get("labels"),
                "state", state(job, stage.state()),
                "createTime", job.timeline().created().toString(),
                "updateTime", stage.since().toString());
        PredictionOutput.folder(job, stage)
                .ifPresent(folder -> object.put("outputInfo", JsonObjects.object("gcsOutputDirectory", folder)));
        if (stage.state().isTerminal()) {
            object.put("endTime", stage.since().toString());
            object.put("completionStats", stats(job.progress(stage)));
        }
        job.problems().stream()
                .findFirst()
                .filter(_ -> stage.state() == SimulatedJobState.FAILED)
                .ifPresent(problem -> object.put("error", JsonObjects.object("code", 3, "message", problem.message())));
        return object;
    }

    /// Numbers that are 0 are left out, as they are on the wire.
    private static Map<String, @Nullable Object> stats(Progress progress) {
        Map<String, @Nullable Object> stats = JsonObjects.object();
        put(stats, "successfulCount", progress.succeeded());
        put(stats, "failedCount", progress.refused());
        put(stats, "incompleteCount", progress.notRun());
        return stats;
    }

    private static void put(Map<String, @Nullable Object> stats, String name, int number) {
        if (number > 0) {
            stats.put(name, Integer.toString(number));
        }
    }

    private static String state(SimulatedJob job, SimulatedJobState state) {
        return job.shown()
                .orElse("JOB_STATE_"
                        + switch (state) {
                            case VALIDATING -> "PENDING";
                            case RUNNING, FINALIZING -> "RUNNING";
                            case CANCELLING -> "CANCELLING";
                            case COMPLETED -> "SUCCEEDED";
                            case FAILED -> "FAILED";
                            case CANCELLED -> "CANCELLED";
                            case EXPIRED -> "EXPIRED";
                        });
    }
}
