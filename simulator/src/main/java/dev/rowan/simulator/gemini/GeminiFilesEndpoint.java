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

/// The File API: get, list and delete files, and download the responses of a batch. Uploads are in [GeminiUploads].
public record GeminiFilesEndpoint(ServiceDialect dialect, BatchStore store) {

    public List<Operation> operations() {
        return List.of(
                operation("get", "GET", "/v1beta/files/([^/:]+)", (ask, id) -> {
                    StoredFile file = find(ask, id);
                    return EndpointResult.Told.about(file.id(), object(file));
                }),
                operation("list", "GET", "/v1beta/files", (ask, _) -> list(ask)),
                operation("delete", "DELETE", "/v1beta/files/([^/:]+)", (ask, id) -> {
                    store.removeFile(find(ask, id).id());
                    return EndpointResult.Told.about("files/" + id, JsonObjects.object());
                }),
                operation(
                        "download",
                        "GET",
                        "(?:/download)?/v1beta/files/([^/:]+):download",
                        (ask, id) -> download(find(ask, id))));
    }

    private Operation operation(String word, String method, String path, Operation.Work work) {
        return new Operation("gemini_file_" + word, dialect, method, Pattern.compile(path), Body.OTHER, work);
    }

    static BatchAccount account(EndpointRequest ask) {
        return new BatchAccount("gemini", ask.key());
    }

    private StoredFile find(EndpointRequest ask, String id) throws RefusedException {
        return find(store, ask, "files/" + id)
                .orElseThrow(() -> Refusal.of(
                                403,
                                "PERMISSION_DENIED",
                                "You do not have permission to access the File " + id + " or it may not exist.")
                        .thrown());
    }

    /// The file called `name`, be it uploaded or the responses of a batch.
    static Optional<StoredFile> find(BatchStore store, EndpointRequest ask, String name) {
        Instant now = store.now(ask.now());
        return store.file(account(ask), name, now)
                .or(() -> store.all().stream()
                        .filter(job -> job.account().equals(account(ask)))
                        .filter(SimulatedJob::isThere)
                        .flatMap(job -> ResponsesFile.of(job, now).stream())
                        .filter(file -> file.id().equals(name) && !store.isRemoved(name))
                        .findFirst());
    }

    private static EndpointResult download(StoredFile file) {
        return new EndpointResult.Download(file.type(), file.content(), Optional.of(file.id()));
    }

    private EndpointResult list(EndpointRequest ask) {
        return EndpointResult.Told.of(JsonObjects.object(
                "files",
                store.files(account(ask), store.now(ask.now())).stream()
                        .map(GeminiFilesEndpoint::object)
                        .toList()));
    }

    /// A file as the API tells of it; numbers of 64 bits are strings.
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
