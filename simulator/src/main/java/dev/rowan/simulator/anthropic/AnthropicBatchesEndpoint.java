package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchAccount;
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
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Operation.Body;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// `/v1/messages/batches`: create, get, list, cancel, delete, results, in both versions of the API.
public record AnthropicBatchesEndpoint(AnthropicMessagesEndpoint messages, BatchStore store) {
    private static final String PATH = "/v1/messages/batches";
    private static final Duration KEPT = Duration.ofDays(29);
    private static final Duration DAY = Duration.ofHours(24);
    private static final long MAX_REQUESTS = 100_000;
    private static final long MAX_BYTES = 256L << 20;

    public List<Operation> operations() {
        return List.of(
                operation("create", "POST", "", Body.JSON, (request, _) -> create(request)),
                operation("get", "GET", "/([^/]+)", Body.OTHER, (request, id) -> resource(find(request, id), request)),
                operation("list", "GET", "", Body.OTHER, (request, _) -> list(request)),
                operation("cancel", "POST", "/([^/]+)/cancel", Body.OTHER, this::cancel),
                operation("delete", "DELETE", "/([^/]+)", Body.OTHER, this::delete),
                operation("results", "GET", "/([^/]+)/results", Body.OTHER, this::results));
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation(
                "anthropic_batch_" + word,
                messages.dialect(),
                method,
                Pattern.compile(PATH + path),
                body,
                (request, id) -> {
                    ApiVersion.of(request.request());
                    return work.answer(request, id);
                });
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private BatchAccount account(EndpointRequest request) {
        return new BatchAccount(messages.dialect().service(), request.key());
    }

    private SimulatedJob find(EndpointRequest request, String id) throws RefusedException {
        return store.job(account(request), id, now(request))
                .orElseThrow(() -> Refusal.of(404, "not_found_error", "Message batch " + id + " not found.")
                        .thrown());
    }

    private EndpointResult resource(SimulatedJob job, EndpointRequest request) {
        return EndpointResult.Resource.about(job.id(), BatchObject.of(job, now(request), base(request)));
    }

    private static String base(EndpointRequest request) {
        return "http://" + request.request().header("host").orElse("localhost") + PATH;
    }

    private EndpointResult create(EndpointRequest request) throws RefusedException {
        if (request.request().body().length
                > store.settings().quotas().maxBytes().orElse(MAX_BYTES)) {
            throw Refusal.of(413, "request_too_large", "Request exceeds the maximum size")
                    .thrown();
        }
        Lines lines = Lines.of(CreateBatchRequest.read(
                request.body(), store.settings().quotas().maxRequests().orElse(MAX_REQUESTS)));
        Seed seed = store.fresh(request.seed());
        String version = request.request().header("anthropic-version").orElse("");
        var terms = new RowWorkContext(
                account(request),
                new MessageRow(messages, version),
                seed,
                request.voice(),
                request.models(),
                store.settings());
        Instant now = now(request);
        Instant at = now.plus(store.settings().timing().validating());
        var start = new SimulatedJob.Start(
                seed.id("msgbatch_"), terms, new JobRows(terms, lines, at), Fields.NONE, List.of());
        var limits = JobLimits.of(
                store.settings(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(store.settings().timing().window().orElse(DAY)));
        return resource(store.create(start, limits, now, AnthropicBatchesEndpoint::tooMany), request);
    }

    private static Optional<InputProblem> tooMany(QuotaViolation breach) throws RefusedException {
        throw Refusal.of(
                        429,
                        "rate_limit_error",
                        breach == QuotaViolation.CREATES
                                ? "Too many requests to the Message Batches API."
                                : "Too many requests are waiting in the batch queue.")
                .thrown();
    }

    private EndpointResult list(EndpointRequest request) throws RefusedException {
        List<SimulatedJob> all = store.jobs(account(request), now(request));
        int limit = limit(request.request().query("limit").orElse("20"));
        int after = indexOf(all, request.request().query("after_id"))
                .map(at -> at + 1)
                .orElse(0);
        Optional<Integer> before = indexOf(all, request.request().query("before_id"));
        int to = before.orElse(Math.min(all.size(), after + limit));
        int from = before.map(at -> Math.max(0, at - limit)).orElse(after);
        List<SimulatedJob> page = all.subList(from, to);
        boolean more = before.isPresent() ? from > 0 : to < all.size();
        return EndpointResult.Resource.of(JsonObjects.object(
                "data",
                page.stream()
                        .map(job -> BatchObject.of(job, now(request), base(request)))
                        .toList(),
                "has_more",
                more,
                "first_id",
                page.isEmpty() ? null : page.getFirst().id(),
                "last_id",
                page.isEmpty() ? null : page.getLast().id()));
    }

    private static Optional<Integer> indexOf(List<SimulatedJob> all, Optional<String> id) {
        for (int i = 0; i < all.size() && id.isPresent(); i++) {
            if (all.get(i).id().equals(id.get())) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private static int limit(String text) throws RefusedException {
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= 1_000) {
                return limit;
            }
        } catch (NumberFormatException _) {
            // rejected below
        }
        throw AnthropicDialect.invalid("limit: Input should be from 1 to 1000").thrown();
    }

    private EndpointResult cancel(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        if (!job.interfere(new Intervention(Intervention.Kind.CANCEL, now(request)))
                && job.stage(now(request)).state() != SimulatedJobState.CANCELLING) {
            throw AnthropicDialect.invalid("Batch " + id + " cannot be canceled because it has ended.")
                    .thrown();
        }
        return resource(job, request);
    }

    private EndpointResult delete(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        if (!job.stage(now(request)).state().isTerminal()) {
            throw AnthropicDialect.invalid("Batch " + id + " cannot be deleted while it is in progress.")
                    .thrown();
        }
        job.delete();
        return EndpointResult.Resource.about(id, JsonObjects.object("id", id, "type", "message_batch_deleted"));
    }

    private EndpointResult results(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        JobStage stage = job.stage(now(request));
        if (!stage.state().isTerminal()) {
            throw Refusal.of(404, "not_found_error", "Batch " + id + " has no results yet.")
                    .thrown();
        }
        if (BatchObject.isArchived(job, now(request))) {
            throw Refusal.of(404, "not_found_error", "The results of batch " + id + " are gone.")
                    .thrown();
        }
        return new EndpointResult.Download(
                "application/x-jsonl", new Results(job, stage, new ResultLine(messages.dialect())), Optional.of(id));
    }

    /// How long results are kept, from the creation of the batch.
    static Duration kept(SimulatedJob job) {
        return job.settings().manners().kept().orElse(KEPT);
    }
}
