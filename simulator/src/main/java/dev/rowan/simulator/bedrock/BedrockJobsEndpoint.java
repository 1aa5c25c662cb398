package dev.rowan.simulator.bedrock;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchAccount;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Intervention;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Lines;
import dev.rowan.simulator.batch.NewJob;
import dev.rowan.simulator.batch.RowWork;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.bucket.BucketEndpoint;
import dev.rowan.simulator.bucket.Storage;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `/model-invocation-job`: create, get, list and stop batch inference. Jobs with the same token are one job.
public record BedrockJobsEndpoint(ConverseEndpoint converse, BatchStore store) {
    private static final String PATH = "/model-invocation-job";
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9]{1,63}(-*[a-zA-Z0-9+\\-.]){0,63}");
    private static final Pattern TOKEN = Pattern.compile("[a-zA-Z0-9]{1,256}(-*[a-zA-Z0-9]){0,256}");
    private static final Pattern ROLE = Pattern.compile("arn:aws[a-z-]*:iam::[0-9]{12}:role/.+");
    private static final String ARN = "arn:aws:bedrock:us-east-1:123456789012:model-invocation-job/";
    private static final int ID_LENGTH = 12;

    public List<Operation> operations() {
        return List.of(
                operation("create", "POST", "", Body.JSON, (request, _) -> create(request)),
                operation("get", "GET", "/([^/]+)", Body.OTHER, (request, id) -> get(request, find(request, id))),
                operation("list", "GET", "s", Body.OTHER, (request, _) -> list(request)),
                operation("stop", "POST", "/([^/]+)/stop", Body.OTHER, this::stop));
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation(
                "bedrock_batch_" + word, converse.dialect(), method, Pattern.compile(PATH + path), body, work);
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private BatchAccount account(EndpointRequest request) {
        return new BatchAccount("bedrock", request.key());
    }

    private SimulatedJob find(EndpointRequest request, String id) throws RefusedException {
        return store.job(account(request), id, now(request))
                .orElseThrow(() -> Refusal.of(
                                404, "ResourceNotFoundException", "Could not find the requested batch inference job.")
                        .thrown());
    }

    private EndpointResult create(EndpointRequest request) throws RefusedException {
        Fields body = request.body();
        String name = matching(body, "jobName", NAME);
        String token = body.has("clientRequestToken") ? matching(body, "clientRequestToken", TOKEN) : "";
        String model = text(body, "modelId");
        matching(body, "roleArn", ROLE);
        String type = body.text("modelInvocationType").orElse("InvokeModel");
        check(type.equals("Converse"), "the simulator serves modelInvocationType Converse");
        String input = uri(body, "inputDataConfig", "s3InputDataConfig");
        String output = uri(body, "outputDataConfig", "s3OutputDataConfig");
        Instant now = now(request);
        Optional<SimulatedJob> same = store.all().stream()
                .filter(job -> job.account().equals(account(request)))
                .filter(job ->
                        !token.isEmpty() && job.facts().text("token").orElse("").equals(token))
                .findFirst();
        if (same.isPresent()) {
            return created(same.get());
        }
        check(request.models().has(model), "The provided model identifier is invalid.");
        Optional<Slice> content = BucketEndpoint.content(store, Storage.S3, input, now);
        Lines lines = Lines.of(content.orElse(Slice.of(new byte[0])));
        Seed seed = store.fresh(request.seed());
        Map<String, @Nullable Object> facts = JsonObjects.object(
                "name", name,
                "token", token,
                "model", model,
                "input", input,
                "output", output.endsWith("/") ? output : output + "/");
        long hours =
                body.number("timeoutDurationInHours").map(Number::longValue).orElse(24L);
        check(hours >= 24 && hours <= 168, "timeoutDurationInHours must be from 24 to 168");
        var job = new NewJob(
                seed.id("").substring(0, ID_LENGTH),
                account(request),
                seed,
                new RecordRow(converse.dialect(), model),
                lines,
                new Fields(facts),
                problems(content.isPresent(), lines),
                Duration.ofHours(hours));
        return created(store.create(job, request, _ -> tooMany()));
    }

    private static EndpointResult created(SimulatedJob job) {
        return EndpointResult.Resource.about(job.id(), JsonObjects.object("jobArn", ARN + job.id()));
    }

    private static void check(boolean holds, String message) throws RefusedException {
        if (!holds) {
            throw BedrockDialect.invalid(message).thrown();
        }
    }

    private static String text(Fields body, String key) throws RefusedException {
        Optional<String> text = body.text(key);
        check(text.isPresent(), key + " must not be null");
        return text.orElseThrow();
    }

    private static String matching(Fields body, String key, Pattern pattern) throws RefusedException {
        String text = text(body, key);
        check(pattern.matcher(text).matches(), key + " failed to satisfy constraint: " + pattern.pattern());
        return text;
    }

    private static String uri(Fields body, String config, String inner) throws RefusedException {
        Optional<String> uri =
                body.object(config).flatMap(one -> one.object(inner)).flatMap(one -> one.text("s3Uri"));
        check(uri.filter(text -> text.startsWith("s3://")).isPresent(), config + ".s3Uri must be an S3 URI");
        return uri.orElseThrow();
    }

    /// The input is checked after the job was created.
    private List<InputProblem> problems(boolean found, Lines lines) {
        var problems = new ArrayList<InputProblem>();
        long fewest = store.settings().quotas().minRequests().orElse(1L);
        if (!found) {
            problems.add(InputProblem.of("ValidationException", "The input object was not found."));
        } else if (lines.count() < fewest) {
            problems.add(InputProblem.of(
                    "ValidationException",
                    "Batch job contains less records (" + lines.count() + ") than the required minimum of: " + fewest));
        }
        if (problems.isEmpty()) {
            lines.firstWithout("modelInput")
                    .ifPresent(row -> problems.add(
                            InputProblem.at(row + 1, "ValidationException", "Line " + (row + 1) + " is no record.")));
        }
        return problems;
    }

    private static Optional<InputProblem> tooMany() throws RefusedException {
        throw Refusal.of(400, "ServiceQuotaExceededException", "The number of batch inference jobs exceeds the quota.")
                .thrown();
    }

    private EndpointResult get(EndpointRequest request, SimulatedJob job) {
        return EndpointResult.Resource.about(job.id(), object(job, now(request)));
    }

    private EndpointResult list(EndpointRequest request) {
        List<SimulatedJob> all = store.jobs(account(request), now(request));
        var page = OffsetPage.of(
                all,
                request.request().query("nextToken"),
                Integer.parseInt(request.request().query("maxResults").orElse("100")));
        Map<String, @Nullable Object> object = JsonObjects.object(
                "invocationJobSummaries",
                page.items().stream().map(job -> object(job, now(request))).toList());
        page.next().ifPresent(token -> object.put("nextToken", token));
        return EndpointResult.Resource.of(object);
    }

    private EndpointResult stop(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        SimulatedJobState state = job.stage(now(request)).state();
        if (!job.interfere(new Intervention(Intervention.Kind.CANCEL, now(request)))
                && state != SimulatedJobState.CANCELLING) {
            throw Refusal.of(400, "ConflictException", "The job cannot be stopped: it has ended.")
                    .thrown();
        }
        return EndpointResult.Resource.about(id, JsonObjects.object());
    }

    private static Map<String, @Nullable Object> object(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        Fields facts = job.facts();
        Map<String, @Nullable Object> object = JsonObjects.object(
                "jobArn", ARN + job.id(),
                "jobName", facts.get("name"),
                "modelId", facts.get("model"),
                "clientRequestToken", facts.get("token"),
                "roleArn", "arn:aws:iam::123456789012:role/simulated",
                "status", status(job, stage.state()),
                "submitTime", job.timeline().created().toString(),
                "lastModifiedTime", stage.since().toString(),
                "modelInvocationType", "Converse",
                "inputDataConfig", config("s3InputDataConfig", facts.get("input")),
                "outputDataConfig", config("s3OutputDataConfig", facts.get("output")));
        if (stage.state().isTerminal()) {
            object.put("endTime", stage.since().toString());
        }
        job.problems().stream().findFirst().ifPresent(problem -> object.put("message", problem.message()));
        return object;
    }

    private static Map<String, @Nullable Object> config(String key, @Nullable Object uri) {
        return JsonObjects.object(key, JsonObjects.object("s3Uri", uri));
    }

    private static String status(SimulatedJob job, SimulatedJobState state) {
        return job.shown()
                .orElse(
                        switch (state) {
                            case VALIDATING -> "Validating";
                            case RUNNING, FINALIZING -> "InProgress";
                            case CANCELLING -> "Stopping";
                            case COMPLETED -> "Completed";
                            case FAILED -> "Failed";
                            case CANCELLED -> "Stopped";
                            case EXPIRED -> "Expired";
                        });
    }

    /// A record: `recordId` and `modelInput`, a request of Converse.
    private record RecordRow(ServiceDialect dialect, String model) implements RowWork {

        @Override
        public @Nullable Object id(Fields line) {
            return line.get("recordId");
        }

        @Override
        public ModelReply answer(Fields line, EndpointRequest row) throws RefusedException {
            return ConverseEndpoint.answer(
                    row.inner(row.request(), line.object("modelInput").orElse(Fields.NONE)), model);
        }
    }
}
