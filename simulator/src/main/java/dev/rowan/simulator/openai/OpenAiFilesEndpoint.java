package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.http.Multipart;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Operation.Body;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `/files`: upload, list, get, delete, content.
public record OpenAiFilesEndpoint(OpenAiVariant flavour, BatchStore store) {
    private static final Duration KEPT = Duration.ofDays(30);
    private static final long MAX_BYTES = 200L << 20;
    private static final int MAX_ON_AZURE = 500;
    private static final int MAX_EXPIRING_ON_AZURE = 10_000;

    public List<Operation> operations() {
        return List.of(
                operation("upload", "POST", flavour.style().upload(), (request, _) -> upload(request)),
                operation("list", "GET", "", (request, _) -> list(request)),
                operation("get", "GET", "/([^/]+)", (request, id) -> resource(find(request, id), request)),
                operation("delete", "DELETE", "/([^/]+)", this::delete),
                operation(
                        "content",
                        "GET",
                        "/([^/]+)/content",
                        (request, id) -> new EndpointResult.Download(
                                "application/octet-stream", find(request, id).content(), Optional.of(id))));
    }

    private Operation operation(String word, String method, String path, Operation.Work work) {
        return new Operation(
                flavour.name() + "_file_" + word,
                flavour.dialect(),
                method,
                Pattern.compile(flavour.root() + "/files" + path),
                Body.OTHER,
                flavour.checked(work));
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private EndpointResult upload(EndpointRequest request) throws RefusedException {
        Multipart form = Multipart.of(request.request())
                .orElseThrow(() -> Refusal.of(400, "invalid_request_error", "The body must be multipart/form-data.")
                        .thrown());
        Multipart.Part file = form.part("file")
                .orElseThrow(() -> OpenAiRefusals.missing("file").thrown());
        String purpose = flavour.style() == JobStyle.XAI
                ? flavour.style().purpose()
                : form.text("purpose")
                        .orElseThrow(() -> OpenAiRefusals.missing("purpose").thrown());
        if (file.content().length() > store.settings().quotas().maxBytes().orElse(MAX_BYTES)) {
            throw Refusal.of(413, "invalid_request_error", "The file is too large.")
                    .thrown();
        }
        Optional<Duration> asked = expiry(form);
        checkRoom(request, asked.isPresent());
        Instant now = now(request);
        Optional<Duration> kept =
                asked.or(() -> flavour.style() == JobStyle.OPENAI && purpose.equals("batch") && !flavour.azure()
                        ? Optional.of(KEPT)
                        : Optional.empty());
        String name = form.text("file_name").or(file::fileName).orElse("upload");
        if (flavour.style() == JobStyle.TOGETHER && form.text("file_name").isEmpty()) {
            throw OpenAiRefusals.missing("file_name").thrown();
        }
        Seed seed = store.fresh(request.voice()
                .and(file.fileName().orElse("").hashCode())
                .and(file.content().fingerprint()));
        var stored = new StoredFile(
                seed.id("file-"),
                flavour.account(request),
                name,
                purpose,
                "application/jsonl",
                file.content(),
                now,
                kept.map(now::plus));
        store.add(stored);
        return resource(stored, request);
    }

    /// The wished time to live; Azure's documentation also shows it with a dot.
    private Optional<Duration> expiry(Multipart form) throws RefusedException {
        if (flavour.style() != JobStyle.OPENAI
                && form.text("expires_after[seconds]").isPresent()) {
            throw OpenAiRefusals.invalid("expires_after", "unknown_parameter", "Extra inputs are not permitted.")
                    .thrown();
        }
        Optional<String> text = form.text("expires_after[seconds]").or(() -> form.text("expires_after.seconds"));
        if (text.isEmpty()) {
            return Optional.empty();
        }
        long least = flavour.azure() ? 1_209_600 : 3_600;
        try {
            long seconds = Long.parseLong(text.get().strip());
            if (seconds >= least && seconds <= 2_592_000) {
                return Optional.of(Duration.ofSeconds(seconds));
            }
        } catch (NumberFormatException _) {
            // rejected below
        }
        throw OpenAiRefusals.invalid("expires_after.seconds", "invalid_value", "Must be from " + least + " to 2592000.")
                .thrown();
    }

    private void checkRoom(EndpointRequest request, boolean expires) throws RefusedException {
        if (flavour.azure()) {
            List<StoredFile> files = store.files(flavour.account(request), now(request));
            long same = files.stream()
                    .filter(file -> file.expires().isPresent() == expires)
                    .count();
            if (same >= (expires ? MAX_EXPIRING_ON_AZURE : MAX_ON_AZURE)) {
                throw Refusal.of(400, "invalid_request_error", "The resource has too many files.")
                        .thrown();
            }
        }
    }

    private StoredFile find(EndpointRequest request, String id) throws RefusedException {
        Instant now = now(request);
        return store.file(flavour.account(request), id, now)
                .or(() -> outputs(request).stream()
                        .filter(file -> file.id().equals(id))
                        .findFirst())
                .orElseThrow(() -> Refusal.of(404, "invalid_request_error", "No such File object: " + id)
                        .withParam("id")
                        .thrown());
    }

    private List<StoredFile> outputs(EndpointRequest request) {
        var files = new JobFiles(flavour);
        return store.all().stream()
                .filter(job -> job.account().equals(flavour.account(request)))
                .filter(SimulatedJob::isThere)
                .flatMap(job -> files.all(job, now(request)).stream())
                .filter(file -> !store.isRemoved(file.id()))
                .toList();
    }

    private EndpointResult list(EndpointRequest request) throws RefusedException {
        var all = new ArrayList<>(store.files(flavour.account(request), now(request)));
        all.addAll(outputs(request));
        Optional<String> purpose = request.request().query("purpose");
        all.removeIf(file -> purpose.isPresent() && !purpose.get().equals(file.purpose()));
        Comparator<StoredFile> oldest = Comparator.comparing(StoredFile::created);
        all.sort(request.request().query("order").orElse("desc").equals("asc") ? oldest : oldest.reversed());
        Page<StoredFile> page = Page.of(all, StoredFile::id, request.request(), 10_000, 10_000);
        return EndpointResult.Resource.of(page.json(file -> object(file, now(request)), "data"));
    }

    private EndpointResult delete(EndpointRequest request, String id) throws RefusedException {
        StoredFile file = find(request, id);
        store.removeFile(file.id());
        return EndpointResult.Resource.about(id, JsonObjects.object("id", id, "object", "file", "deleted", true));
    }

    private EndpointResult resource(StoredFile file, EndpointRequest request) {
        return EndpointResult.Resource.about(file.id(), object(file, now(request)));
    }

    private Map<String, @Nullable Object> object(StoredFile file, Instant now) {
        boolean pending = flavour.azure()
                && now.isBefore(file.created().plus(store.settings().manners().fileLag()));
        Map<String, @Nullable Object> object = JsonObjects.object(
                "id", file.id(),
                "object", "file",
                "bytes", file.content().length(),
                "created_at", file.created().getEpochSecond(),
                "filename", file.name(),
                "purpose", file.purpose(),
                "status", pending ? "pending" : "processed");
        file.expires().ifPresent(at -> object.put("expires_at", at.getEpochSecond()));
        return object;
    }
}
