package dev.rowan.simulator.gemini;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.InputProblem;
import dev.rowan.simulator.batch.Intervention;
import dev.rowan.simulator.batch.JobLimits;
import dev.rowan.simulator.batch.JobRows;
import dev.rowan.simulator.batch.Lines;
import dev.rowan.simulator.batch.QuotaViolation;
import dev.rowan.simulator.batch.RowWorkContext;
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
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `:batchGenerateContent`, inline and by file, and `/batches`: get, list, cancel, delete.
public record GeminiBatchesEndpoint(GeminiGenerateEndpoint generate, BatchStore store) {
    private static final Duration WINDOW = Duration.ofDays(2);
    private static final long MAX_JOBS = 100;
    private static final long MAX_INLINE = 20L << 20;

    public List<Operation> operations() {
        return List.of(
                operation("create", "POST", "/v1beta/models/([^/:]+):batchGenerateContent", Body.JSON, this::create),
                operation(
                        "get",
                        "GET",
                        "/v1beta/batches/([^/:]+)",
                        Body.OTHER,
                        (request, id) -> resource(find(request, id), request)),
                operation("list", "GET", "/v1beta/batches", Body.OTHER, (request, _) -> list(request)),
                operation("cancel", "POST", "/v1beta/batches/([^/:]+):cancel", Body.OTHER, this::cancel),
                operation("delete", "DELETE", "/v1beta/batches/([^/:]+)", Body.OTHER, this::delete),
                operation("delete", "POST", "/v1beta/batches/([^/:]+):delete", Body.OTHER, this::delete));
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation("gemini_batch_" + word, generate.dialect(), method, Pattern.compile(path), body, work);
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private EndpointResult resource(SimulatedJob job, EndpointRequest request) {
        return EndpointResult.Resource.about(job.id(), BatchOperation.of(job, now(request)));
    }

    private SimulatedJob find(EndpointRequest request, String id) throws RefusedException {
        return store.job(GeminiFilesEndpoint.account(request), "batches/" + id, now(request))
                .orElseThrow(() -> Refusal.of(404, "NOT_FOUND", "Requested entity was not found.")
                        .thrown());
    }

    private EndpointResult create(EndpointRequest request, String model) throws RefusedException {
        Fields batch = request.body()
                .object("batch")
                .orElseThrow(() -> GeminiDialect.invalid("* BatchGenerateContentRequest.batch: batch is not specified")
                        .thrown());
        Fields config = either(batch, "inputConfig", "input_config").orElse(Fields.NONE);
        Optional<String> fileName = config.text("fileName").or(() -> config.text("file_name"));
        boolean inline = fileName.isEmpty();
        Slice input = inline ? inline(config, request) : file(fileName.get(), request);
        if (!request.models().has(model)) {
            throw Refusal.of(404, "NOT_FOUND", "models/" + model + " is not found for API version v1beta.")
                    .thrown();
        }
        Instant now = now(request);
        Seed seed = store.fresh(request.seed());
        var work = new ContentRow(generate, model, inline);
        var terms = new RowWorkContext(
                GeminiFilesEndpoint.account(request), work, seed, request.voice(), request.models(), store.settings());
        Lines lines = Lines.of(input);
        List<InputProblem> problems = problems(lines);
        Map<String, @Nullable Object> facts = JsonObjects.object(
                "model", model,
                "inline", inline,
                "displayName", batch.get("displayName") == null ? batch.get("display_name") : batch.get("displayName"));
        if (batch.has("priority")) {
            facts.put("priority", batch.get("priority"));
        }
        Instant at = now.plus(store.settings().timing().validating());
        var start = new SimulatedJob.Start(
                "batches/" + seed.id(""), terms, new JobRows(terms, lines, at), new Fields(facts), problems);
        var limits = JobLimits.of(
                store.settings(),
                Optional.empty(),
                Optional.of(MAX_JOBS),
                Optional.of(store.settings().timing().window().orElse(WINDOW)));
        return resource(store.create(start, limits, now, this::tooMany), request);
    }

    private static Optional<Fields> either(Fields fields, String camel, String snake) {
        return fields.object(camel).or(() -> fields.object(snake));
    }

    private static Slice inline(Fields config, EndpointRequest request) throws RefusedException {
        List<Fields> requests =
                config.object("requests").map(list -> list.objects("requests")).orElse(List.of());
        if (requests.isEmpty()) {
            throw GeminiDialect.invalid("* BatchGenerateContentRequest.batch.input_config: no requests")
                    .thrown();
        }
        if (request.request().body().length > MAX_INLINE) {
            throw GeminiDialect.invalid("Request payload size exceeds the limit: 20971520 bytes.")
                    .thrown();
        }
        var lines = new ByteArrayOutputStream();
        for (Fields item : requests) {
            lines.writeBytes(RowJson.writeValue(item.all()));
            lines.write('\n');
        }
        return Slice.of(lines.toByteArray());
    }

    private Slice file(String name, EndpointRequest request) throws RefusedException {
        Instant now = now(request);
        Optional<StoredFile> file = store.file(GeminiFilesEndpoint.account(request), name, now)
                .filter(one -> !now.isBefore(
                        one.created().plus(store.settings().manners().fileLag())));
        if (file.isPresent() && file.get().content() instanceof Slice content) {
            return content;
        }
        throw Refusal.of(404, "NOT_FOUND", "The file " + name + " was not found.")
                .thrown();
    }

    private List<InputProblem> problems(Lines lines) {
        var problems = new ArrayList<InputProblem>();
        if (lines.count() == 0) {
            problems.add(InputProblem.of("INVALID_ARGUMENT", "The input has no requests."));
        }
        for (int row = 0; row < lines.count() && problems.isEmpty(); row++) {
            if (!InputLine.isGood(lines.line(row))) {
                problems.add(InputProblem.at(
                        row + 1, "INVALID_ARGUMENT", "Line " + (row + 1) + " of the input is no request."));
            }
        }
        return problems;
    }

    private Optional<InputProblem> tooMany(QuotaViolation breach) throws RefusedException {
        Refusal refusal = Refusal.of(
                429,
                "RESOURCE_EXHAUSTED",
                breach == QuotaViolation.TOKENS
                        ? "You exceeded your current quota of enqueued batch tokens."
                        : "You have too many batch jobs.");
        throw refusal.withDetails(JsonObjects.object(
                        "@type",
                        "type.googleapis.com/google.rpc.QuotaFailure",
                        "violations",
                        List.of(JsonObjects.object(
                                "quotaMetric", "batch_" + breach.name().toLowerCase(Locale.ROOT)))))
                .thrown();
    }

    private EndpointResult list(EndpointRequest request) throws RefusedException {
        List<SimulatedJob> all = store.jobs(GeminiFilesEndpoint.account(request), now(request));
        int from = number(request.request().query("pageToken").orElse("0"));
        int size = number(request.request().query("pageSize").orElse("10"));
        int to = Math.min(all.size(), from + Math.max(1, size));
        Map<String, @Nullable Object> page = JsonObjects.object(
                "operations",
                all.subList(Math.min(from, to), to).stream()
                        .map(job -> BatchOperation.of(job, now(request)))
                        .toList());
        if (to < all.size()) {
            page.put("nextPageToken", Integer.toString(to));
        }
        return EndpointResult.Resource.of(page);
    }

    private static int number(String text) throws RefusedException {
        try {
            return Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException _) {
            throw GeminiDialect.invalid("The page token or size is not valid: " + text)
                    .thrown();
        }
    }

    private EndpointResult cancel(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        job.interfere(new Intervention(Intervention.Kind.CANCEL, now(request)));
        return EndpointResult.Resource.about(job.id(), JsonObjects.object());
    }

    private EndpointResult delete(EndpointRequest request, String id) throws RefusedException {
        SimulatedJob job = find(request, id);
        job.interfere(new Intervention(Intervention.Kind.CANCEL, now(request)));
        job.delete();
        return EndpointResult.Resource.about(job.id(), JsonObjects.object());
    }
}
