package dev.rowan.simulator.openai;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Intervention;
import dev.rowan.simulator.batch.JobLimits;
import dev.rowan.simulator.batch.JobRows;
import dev.rowan.simulator.batch.JobStage;
import dev.rowan.simulator.batch.Lines;
import dev.rowan.simulator.batch.QuotaViolation;
import dev.rowan.simulator.batch.Results;
import dev.rowan.simulator.batch.RowWorkContext;
import dev.rowan.simulator.batch.ServiceQuirks;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.http.Content;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `/batches`: create, get, list, cancel, and results where they are not files.
public record OpenAiBatchesEndpoint(OpenAiVariant flavour, BatchStore store) {
    private static final long CREATES_PER_HOUR = 2_000;

    public List<Operation> operations() {
        var operations = new ArrayList<>(List.of(
                operation("create", "POST", "", Body.JSON, (request, _) -> create(request)),
                operation("get", "GET", "/([^/]+)", Body.OTHER, (request, id) -> resource(find(request, id), request)),
                operation("list", "GET", "", Body.OTHER, (request, _) -> list(request)),
                operation("cancel", "POST", "/([^/]+)" + flavour.style().cancel(), Body.OTHER, this::cancel)));
        if (flavour.style() == JobStyle.XAI) {
            operations.add(operation("results", "GET", "/([^/]+)/results", Body.OTHER, this::results));
        }
        return operations;
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation(
                flavour.name() + "_batch_" + word,
                flavour.dialect(),
                method,
                Pattern.compile(flavour.root() + flavour.style().path() + path),
                body,
                flavour.checked(work));
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private EndpointResult.Resource resource(SimulatedJob job, EndpointRequest request) {
        return EndpointResult.Resource.about(job.id(), new StyledBatchObject(flavour).of(job, now(request)));
    }

    private SimulatedJob find(EndpointRequest request, String id) throws RefusedException {
        return store.job(flavour.account(request), id, now(request))
                .orElseThrow(() -> Refusal.of(404, "invalid_request_error", "No batch found with id '" + id + "'.")
                        .thrown());
    }

    private EndpointResult create(EndpointRequest request) throws RefusedException {
        CreateRequest.check(request.body(), flavour);
        Instant now = now(request);
        String fileId = CreateRequest.file(request.body(), flavour);
        StoredFile file = store.file(flavour.account(request), fileId, now)
                .filter(one -> !now.isBefore(
                        one.created().plus(store.settings().manners().fileLag())))
                .orElseThrow(() -> Refusal.of(
                                400,
                                "invalid_request_error",
                                "Cannot find file " + fileId + ", or organization does not have access to it.")
                        .withParam("input_file_id")
                        .thrown());
        if (!file.purpose().equals(flavour.style().purpose()) || !(file.content() instanceof Slice content)) {
            throw OpenAiRefusals.invalid("input_file_id", "invalid_purpose", "The file must have the purpose batch.")
                    .thrown();
        }
        Lines lines = Lines.of(content);
        var input = new BatchInput(flavour, flavour.style().endpoint(request.body()), request.models());
        List<InputProblem> problems =
                input.check(lines, store.settings().quotas().maxRequests().orElse(flavour.maxRequests()));
        Seed seed = store.fresh(request.seed());
        var terms = new RowWorkContext(
                flavour.account(request),
                new BatchRow(flavour),
                seed,
                request.voice(),
                request.models(),
                store.settings());
        Instant at = now.plus(store.settings().timing().validating());
        Lines worked = problems.isEmpty() ? lines : Lines.of(Slice.of(new byte[0]));
        Map<String, @Nullable Object> facts = JsonObjects.object();
        facts.putAll(request.body().all());
        facts.put("model", input.model().orElse(null));
        facts.putIfAbsent("metadata", null);
        var start = new SimulatedJob.Start(
                seed.id("batch_"), terms, new JobRows(terms, worked, at), new Fields(facts), problems);
        var limits = JobLimits.of(
                store.settings(),
                flavour.azure() ? Optional.empty() : Optional.of(CREATES_PER_HOUR),
                Optional.empty(),
                flavour.window(store.settings().timing().window()));
        SimulatedJob job = store.create(start, limits, now, this::tooMany);
        return flavour.style() == JobStyle.TOGETHER
                ? EndpointResult.Resource.about(
                        job.id(), JsonObjects.object("job", new StyledBatchObject(flavour).of(job, now(request))))
                : resource(job, request);
    }

    /// Exceeding the token quota is reported late, after the job was accepted.
    private Optional<InputProblem> tooMany(QuotaViolation breach) throws RefusedException {
        String message =
                "Enqueued token limit reached. Please try again once some in_progress batches have been completed.";
        if (breach != QuotaViolation.TOKENS || store.settings().quotas().failFast()) {
            throw Refusal.of(
                            429,
                            breach == QuotaViolation.TOKENS ? "tokens" : "requests",
                            breach == QuotaViolation.TOKENS
                                    ? message
                                    : "Rate limit reached on batch creations per hour.")
                    .withCode(breach == QuotaViolation.TOKENS ? "token_limit_exceeded" : "rate_limit_exceeded")
                    .thrown();
        }
        return Optional.of(InputProblem.of("token_limit_exceeded", message));
    }

    private EndpointResult list(EndpointRequest request) throws RefusedException {
        Instant now = now(request);
        var object = new StyledBatchObject(flavour);
        if (flavour.style() != JobStyle.OPENAI) {
            return others(request, object, now);
        }
        Page<SimulatedJob> page =
                Page.of(store.jobs(flavour.account(request), now), SimulatedJob::id, request.request(), 20, 100);
        boolean value = flavour.azure() && store.settings().manners().azure().contains(ServiceQuirks.Azure.VALUE_LIST);
        return EndpointResult.Resource.of(page.json(job -> object.of(job, now), value ? "value" : "data"));
    }

    /// Mistral's pages have numbers, Together's list is a bare array.
    private EndpointResult others(EndpointRequest request, StyledBatchObject object, Instant now) {
        List<SimulatedJob> all = store.jobs(flavour.account(request), now);
        if (flavour.style() == JobStyle.TOGETHER) {
            byte[] list = RowJson.writeValue(
                    all.stream().map(job -> object.of(job, now)).toList());
            return new EndpointResult.Download("application/json", Content.of(list), Optional.empty());
        }
        if (flavour.style() == JobStyle.XAI) {
            return EndpointResult.Resource.of(page(request, "batches", all, job -> object.of(job, now)));
        }
        int page = Integer.parseInt(request.request().query("page").orElse("0"));
        int size = Integer.parseInt(request.request().query("page_size").orElse("100"));
        return EndpointResult.Resource.of(JsonObjects.object(
                "object",
                "list",
                "total",
                all.size(),
                "data",
                all.stream()
                        .skip((long) page * size)
                        .limit(size)
                        .map(job -> object.of(job, now))
                        .toList()));
    }

    /// A page of xAI.
    private static <T> Map<String, @Nullable Object> page(
            EndpointRequest request, String key, List<T> all, Function<T, Map<String, @Nullable Object>> shown) {
        var page = OffsetPage.of(
                all,
                request.request().query("pagination_token"),
                Integer.parseInt(request.request().query("limit").orElse("100")));
        return JsonObjects.object(
                key,
                page.items().stream().map(shown).toList(),
                "pagination_token",
                page.next().orElse(null));
    }

    private EndpointResult results(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        JobStage stage = job.stage(now(request));
        List<Map<String, @Nullable Object>> lines =
                stage.state().isTerminal() ? new Results(job, stage, new XaiLine(flavour)).list() : List.of();
        return EndpointResult.Resource.about(id, page(request, "results", lines, Function.identity()));
    }

    private EndpointResult cancel(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        boolean done = job.interfere(new Intervention(Intervention.Kind.CANCEL, now(request)));
        if (!done && job.stage(now(request)).state().isTerminal()) {
            throw Refusal.of(
                            409,
                            "invalid_request_error",
                            "Cannot cancel a batch with status '"
                                    + job.stage(now(request)).state().name().toLowerCase(Locale.ROOT) + "'.")
                    .thrown();
        }
        return resource(job, request);
    }
}
