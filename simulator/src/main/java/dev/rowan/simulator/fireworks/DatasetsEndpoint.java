package dev.rowan.simulator.fireworks;

import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.http.Multipart;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Operation.Body;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `…/datasets`: create, upload, get and delete, and the signed URLs of the files of a dataset.
///
/// A dataset is a stored file whose purpose is its state.
public record DatasetsEndpoint(ServiceDialect chat, BatchStore store) {
    private static final long MAX_UPLOAD = 150_000_000;
    private static final String UPLOADING = "UPLOADING";
    private static final String READY = "READY";

    public List<Operation> operations() {
        return List.of(
                operation("create", "POST", "", Body.JSON, (request, _) -> create(request)),
                operation("upload", "POST", "/([^/:]+):upload", Body.OTHER, this::upload),
                operation("get", "GET", "/([^/:]+)", Body.OTHER, (request, id) -> get(request, id)),
                operation("delete", "DELETE", "/([^/:]+)", Body.OTHER, this::delete),
                operation("download", "GET", "/([^/:]+):getDownloadEndpoint", Body.OTHER, this::download),
                new SignedUrls(store).operation());
    }

    private Operation operation(String word, String method, String path, Body body, Operation.Work work) {
        return new Operation(
                "fireworks_dataset_" + word,
                dialect(),
                method,
                Pattern.compile(FireworksDialect.ACCOUNT + "/datasets" + path),
                body,
                work);
    }

    private FireworksDialect dialect() {
        return new FireworksDialect(chat);
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private static String name(EndpointRequest request, String id) {
        return FireworksDialect.account(request) + "/datasets/" + id;
    }

    private Optional<StoredFile> find(EndpointRequest request, String id) {
        return store.file(dialect().owner(request), name(request, id), now(request));
    }

    private EndpointResult create(EndpointRequest request) throws RefusedException {
        Fields body = request.body();
        String id =
                FireworksDialect.checkedId("datasetId", body.text("datasetId").orElse(""));
        Fields dataset = body.object("dataset").orElseThrow(() -> FireworksDialect.invalid("dataset is required"));
        if (dataset.object("userUploaded").isEmpty()) {
            throw FireworksDialect.invalid("the simulator knows datasets that are userUploaded");
        }
        if (dataset.text("exampleCount").isEmpty()) {
            throw FireworksDialect.invalid("example_count is required for uploaded datasets");
        }
        if (find(request, id).isPresent()) {
            throw FireworksDialect.exists(name(request, id));
        }
        return shown(request, stored(request, id, Slice.of(new byte[0]), UPLOADING));
    }

    private StoredFile stored(EndpointRequest request, String id, Slice content, String state) {
        var file = new StoredFile(
                name(request, id),
                dialect().owner(request),
                id,
                state,
                "application/jsonl",
                content,
                now(request),
                Optional.empty());
        store.add(file);
        return file;
    }

    private EndpointResult upload(EndpointRequest request, String id) throws RefusedException {
        StoredFile dataset = find(request, id).orElseThrow(FireworksDialect::notFound);
        if (dataset.purpose().equals(READY)) {
            throw Refusal.of(400, "FAILED_PRECONDITION", "dataset already uploaded")
                    .thrown();
        }
        Multipart.Part file = Multipart.of(request.request())
                .flatMap(form -> form.part("file"))
                .orElseThrow(() -> FireworksDialect.invalid("file is required"));
        if (file.content().length() > store.settings().quotas().maxBytes().orElse(MAX_UPLOAD)) {
            throw Refusal.of(413, "INVALID_ARGUMENT", "the file is too large").thrown();
        }
        stored(request, id, file.content(), READY);
        return EndpointResult.Resource.about(
                dataset.id(),
                JsonObjects.object(
                        "id", dataset.id(),
                        "object", "file",
                        "bytes", file.content().length(),
                        "created_at", now(request).getEpochSecond(),
                        "filename", file.fileName().orElse("file"),
                        "purpose", "dataset"));
    }

    private EndpointResult get(EndpointRequest request, String id) throws RefusedException {
        return shown(request, find(request, id).orElseThrow(FireworksDialect::notFound));
    }

    private EndpointResult shown(EndpointRequest request, StoredFile dataset) {
        Map<String, @Nullable Object> object = JsonObjects.object(
                "name", dataset.id(),
                "createTime", dataset.created().toString(),
                "state", isReady(store, dataset, now(request)) ? READY : UPLOADING,
                "status", JsonObjects.object("code", "OK", "message", ""),
                "userUploaded", JsonObjects.object());
        return EndpointResult.Resource.about(dataset.id(), object);
    }

    /// Whether jobs can read the dataset.
    static boolean isReady(BatchStore store, StoredFile dataset, Instant now) {
        return dataset.purpose().equals(READY)
                && !now.isBefore(
                        dataset.created().plus(store.settings().manners().fileLag()));
    }

    private EndpointResult delete(EndpointRequest request, String id) throws RefusedException {
        String name = name(request, id);
        boolean isThere =
                find(request, id).isPresent() || !outputs(request, name).isEmpty();
        if (!isThere) {
            throw FireworksDialect.notFound();
        }
        store.removeFile(name);
        return EndpointResult.Resource.about(name, JsonObjects.object());
    }

    private List<StoredFile> outputs(EndpointRequest request, String dataset) {
        return store.isRemoved(dataset)
                ? List.of()
                : store.all().stream()
                        .filter(job -> job.account().equals(dialect().owner(request)))
                        .filter(job ->
                                job.facts().text("outputDatasetId").orElse("").equals(dataset))
                        .flatMap(job -> InferenceOutput.of(job, now(request)).stream())
                        .toList();
    }

    private EndpointResult download(EndpointRequest request, String id) throws RefusedException {
        List<StoredFile> files = outputs(request, name(request, id));
        if (files.isEmpty()) {
            throw FireworksDialect.notFound();
        }
        Map<String, @Nullable Object> urls = JsonObjects.object();
        for (StoredFile file : files) {
            urls.put("dataset/" + id + "/" + file.name(), SignedUrls.of(file, request, now(request)));
        }
        return EndpointResult.Resource.about(id, JsonObjects.object("filenameToSignedUrls", urls));
    }
}
