package dev.rowan.simulator.gemini;

import dev.rowan.simulator.batch.BatchAccount;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.StoredFile;
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

/// The File API: get, list and delete files, and download the responses of a batch. Uploads: [GeminiUploadEndpoint].
public record GeminiFilesEndpoint(ServiceDialect dialect, BatchStore store) {

    public List<Operation> operations() {
        return List.of(
                operation("get", "GET", "/v1beta/files/([^/:]+)", (request, id) -> {
                    StoredFile file = find(request, id);
                    return EndpointResult.Resource.about(file.id(), object(file));
                }),
                operation("list", "GET", "/v1beta/files", (request, _) -> list(request)),
                operation("delete", "DELETE", "/v1beta/files/([^/:]+)", (request, id) -> {
                    store.removeFile(find(request, id).id());
                    return EndpointResult.Resource.about("files/" + id, JsonObjects.object());
                }),
                operation(
                        "download",
                        "GET",
                        "(?:/download)?/v1beta/files/([^/:]+):download",
                        (request, id) -> download(find(request, id))));
    }

    private Operation operation(String word, String method, String path, Operation.Work work) {
        return new Operation("gemini_file_" + word, dialect, method, Pattern.compile(path), Body.OTHER, work);
    }

    static BatchAccount account(EndpointRequest request) {
        return new BatchAccount("gemini", request.key());
    }

    private StoredFile find(EndpointRequest request, String id) throws RefusedException {
        return find(store, request, "files/" + id)
                .orElseThrow(() -> Refusal.of(
                                403,
                                "PERMISSION_DENIED",
                                "You do not have permission to access the File " + id + " or it may not exist.")
                        .thrown());
    }

    /// The file called `name`, be it uploaded or the responses of a batch.
    static Optional<StoredFile> find(BatchStore store, EndpointRequest request, String name) {
        Instant now = store.now(request.now());
        return store.file(account(request), name, now)
                .or(() -> store.all().stream()
                        .filter(job -> job.account().equals(account(request)))
                        .filter(SimulatedJob::isThere)
                        .flatMap(job -> ResponsesFile.of(job, now).stream())
                        .filter(file -> file.id().equals(name) && !store.isRemoved(name))
                        .findFirst());
    }

    private static EndpointResult download(StoredFile file) {
        return new EndpointResult.Download(file.type(), file.content(), Optional.of(file.id()));
    }

    private EndpointResult list(EndpointRequest request) {
        return EndpointResult.Resource.of(JsonObjects.object(
                "files",
                store.files(account(request), store.now(request.now())).stream()
                        .map(GeminiFilesEndpoint::object)
                        .toList()));
    }

    /// A file as the API reports it; 64-bit numbers are strings.
    static Map<String, @Nullable Object> object(StoredFile file) {
        return JsonObjects.object(
                "name", file.id(),
                "displayName", file.name(),
                "mimeType", file.type(),
                "sizeBytes", Long.toString(file.content().length()),
                "createTime", file.created().toString(),
                "updateTime", file.created().toString(),
                "expirationTime", file.expires().map(Instant::toString).orElse(null),
                "uri", "https://generativelanguage.googleapis.com/v1beta/" + file.id(),
                "state", "ACTIVE",
                "source", file.purpose());
    }
}
