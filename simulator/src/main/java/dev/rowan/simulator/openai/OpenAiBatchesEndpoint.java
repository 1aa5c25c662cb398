package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Intervention;
import dev.rowan.simulator.batch.JobLimits;
import dev.rowan.simulator.batch.JobRows;
import dev.rowan.simulator.batch.Lines;
import dev.rowan.simulator.batch.QuotaViolation;
import dev.rowan.simulator.batch.RowWorkContext;
import dev.rowan.simulator.batch.ServiceQuirks;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Operation.Body;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `/batches`: create, get, list, cancel.
public record OpenAiBatchesEndpoint(OpenAiVariant flavour, BatchStore store) {
    private static final long CREATES_PER_HOUR = 2_000;

    public List<Operation> operations() {
        return List.of(
                operation("create", "POST", "", Body.JSON, (ask, _) -> create(ask)),
                operation("get", "GET", "/([^/]+)", Body.OTHER, (ask, id) -> told(find(ask, id), ask)),
                operation("list", "GET", "", Body.OTHER, (ask, _) -> list(ask)),
                operation("cancel", "POST", "/([^/]+)/cancel", Body.OTHER, this::cancel));
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation(
                flavour.name() + "_batch_" + word,
                flavour.dialect(),
                method,
                Pattern.compile(flavour.root() + "/batches" + path),
                body,
                flavour.checked(work));
    }

    private Instant now(EndpointRequest ask) {
        return store.now(ask.now());
    }

    private EndpointResult.Told told(SimulatedJob job, EndpointRequest ask) {
        return EndpointResult.Told.about(job.id(), new BatchObject(flavour).of(job, now(ask)));
    }

    private SimulatedJob find(EndpointRequest ask, String id) throws RefusedException {
        return store.job(flavour.account(ask), id, now(ask))
                .orElseThrow(() -> Refusal.of(404, "invalid_request_error", "No batch found with id '" + id + "'.")
                        .thrown());
    }

    private EndpointResult create(EndpointRequest ask) throws RefusedException {
        CreateRequest.check(ask.body(), flavour);
        Instant now = now(ask);
        String fileId = ask.body().text("input_file_id").orElseThrow();
        StoredFile file = store.file(flavour.account(ask), fileId, now)
                .filter(one -> !now.isBefore(
                        one.created().plus(store.settings().manners().fileLag())))
                .orElseThrow(() -> Refusal.of(
                                400,
                                "invalid_request_error",
                                "Cannot find file " + fileId + ", or organization does not have access to it.")
                        .withParam("input_file_id")
                        .thrown());
        if (!file.purpose().equals("batch") || !(file.content() instanceof Slice content)) {
            throw OpenAiRefusals.invalid("input_file_id", "invalid_purpose", "The file must have the purpose batch.")
                    .thrown();
        }
        Lines lines = Lines.of(content);
        var input = new BatchInput(flavour, ask.body().text("endpoint").orElse(""), ask.models());
        List<InputProblem> problems =
                input.check(lines, store.settings().quotas().maxRequests().orElse(flavour.maxRequests()));
        Seed seed = store.fresh(ask.seed());
        var terms = new RowWorkContext(
                flavour.account(ask), new BatchRow(flavour), seed, ask.voice(), ask.models(), store.settings());
        Instant at = now.plus(store.settings().timing().validating());
        Lines worked = problems.isEmpty() ? lines : Lines.of(Slice.of(new byte[0]));
        Map<String, @Nullable Object> facts = JsonObjects.object();
        facts.putAll(ask.body().all());
        facts.put("model", input.model().orElse(null));
        facts.putIfAbsent("metadata", null);
        var start = new SimulatedJob.Start(
                seed.id("batch_"), terms, new JobRows(terms, worked, at), new Fields(facts), problems);
        var limits = JobLimits.of(
                store.settings(),
                flavour.azure() ? Optional.empty() : Optional.of(CREATES_PER_HOUR),
                Optional.empty(),
                flavour.window(store.settings().timing().window()));
        return told(store.create(start, limits, now, this::tooMany), ask);
    }

    /// Tokens that do not fit are told late, when the job was thought to be on its way.
    private Optional<InputProblem> tooMany(QuotaViolation breach) throws RefusedException {
        String words =
                "Enqueued token limit reached. Please try again once some in_progress batches have been completed.";
        if (breach != QuotaViolation.TOKENS || store.settings().quotas().failFast()) {
            throw Refusal.of(
                            429,
                            breach == QuotaViolation.TOKENS ? "tokens" : "requests",
                            breach == QuotaViolation.TOKENS ? words : "Rate limit reached on batch creations per hour.")
                    .withCode(breach == QuotaViolation.TOKENS ? "token_limit_exceeded" : "rate_limit_exceeded")
                    .thrown();
        }
        return Optional.of(InputProblem.of("token_limit_exceeded", words));
    }

    private EndpointResult list(EndpointRequest ask) throws RefusedException {
        Instant now = now(ask);
        var object = new BatchObject(flavour);
        Page<SimulatedJob> page =
                Page.of(store.jobs(flavour.account(ask), now), SimulatedJob::id, ask.request(), 20, 100);
        boolean value = flavour.azure() && store.settings().manners().azure().contains(ServiceQuirks.Azure.VALUE_LIST);
        return EndpointResult.Told.of(page.json(job -> object.of(job, now), value ? "value" : "data"));
    }

    private EndpointResult cancel(EndpointRequest ask, String id) throws RefusedException {
        SimulatedJob job = find(ask, id);
        boolean done = job.interfere(new Intervention(Intervention.Kind.CANCEL, now(ask)));
        if (!done && job.stage(now(ask)).state().isTerminal()) {
            throw Refusal.of(
                            409,
                            "invalid_request_error",
                            "Cannot cancel a batch with status '"
                                    + job.stage(now(ask)).state().name().toLowerCase(Locale.ROOT) + "'.")
                    .thrown();
        }
        return told(job, ask);
    }
}
