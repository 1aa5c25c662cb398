package dev.rowan.simulator.bucket;

import dev.rowan.api.Sha256;
import dev.rowan.simulator.batch.BatchAccount;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.SimulatedJob;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Operation.Body;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `/s3/{bucket}/{key}` and `/gs/{bucket}/{key}`: put, get, delete and list objects. Every bucket exists, and everyone
/// who has a key may use it. `outputs` are the objects that a job leaves when it has ended.
public record BucketEndpoint(
        Storage storage, BatchStore store, BiFunction<SimulatedJob, Instant, List<StoredFile>> outputs) {
    private static final String HASH = "x-amz-content-sha256";

    public List<Operation> operations() {
        return List.of(
                operation("put", "PUT", "/([^/]+/.+)", this::put),
                operation("get", "GET", "/([^/]+/.+)", (request, path) -> get(find(request, path))),
                operation("delete", "DELETE", "/([^/]+/.+)", this::delete),
                operation("list", "GET", "/([^/]+)/?", this::list));
    }

    private Operation operation(String word, String method, String path, Operation.Work work) {
        return new Operation(
                storage.scheme() + "_object_" + word,
                new StorageDialect(storage),
                method,
                Pattern.compile("/" + storage.scheme() + path),
                Body.OTHER,
                work);
    }

    /// Buckets belong to nobody.
    private BatchAccount account() {
        return new BatchAccount(storage.scheme(), "");
    }

    private Instant now(EndpointRequest request) {
        return store.now(request.now());
    }

    private String uri(String path) {
        return storage.scheme() + "://" + URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private EndpointResult put(EndpointRequest request, String path) throws RefusedException {
        HttpRequest sent = request.request();
        checkHash(sent);
        String uri = uri(path);
        Slice content = Slice.of(sent.body());
        store.add(new StoredFile(
                uri, account(), uri, "object", "application/jsonl", content, now(request), Optional.empty()));
        return new EndpointResult.Resource(
                JsonObjects.object(),
                List.of(new Header("etag", "\"" + Long.toHexString(content.fingerprint()) + "\"")),
                Optional.of(uri));
    }

    /// S3 compares the body with its hash.
    private void checkHash(HttpRequest request) throws RefusedException {
        Optional<String> hash = request.header(HASH).map(text -> text.toLowerCase(Locale.ROOT));
        boolean isWrong = storage == Storage.S3
                && hash.filter(text -> !text.equals("unsigned-payload") && !text.equals(Sha256.hex(request.body())))
                        .isPresent();
        if (isWrong) {
            throw Refusal.of(
                            400,
                            "XAmzContentSHA256Mismatch",
                            "The provided 'x-amz-content-sha256' header does not match what was computed.")
                    .thrown();
        }
    }

    private Stream<StoredFile> all(Instant now) {
        Stream<StoredFile> ofJobs = store.all().stream()
                .flatMap(job -> outputs.apply(job, now).stream())
                .filter(file -> !store.isRemoved(file.id()));
        return Stream.concat(store.files(account(), now).stream(), ofJobs);
    }

    private StoredFile find(EndpointRequest request, String path) throws RefusedException {
        return find(uri(path), now(request))
                .orElseThrow(() -> Refusal.of(404, "NoSuchKey", "The specified key does not exist.")
                        .thrown());
    }

    private Optional<StoredFile> find(String uri, Instant now) {
        return all(now).filter(file -> file.id().equals(uri)).findFirst();
    }

    private static EndpointResult get(StoredFile file) {
        return new EndpointResult.Download(file.type(), file.content(), Optional.of(file.id()));
    }

    private EndpointResult delete(EndpointRequest request, String path) {
        String uri = uri(path);
        if (find(uri, now(request)).isPresent()) {
            store.removeFile(uri);
        }
        return EndpointResult.Resource.about(uri, JsonObjects.object());
    }

    private EndpointResult list(EndpointRequest request, String bucket) throws RefusedException {
        if (!request.request().query("list-type").orElse("").equals("2")) {
            throw Refusal.of(400, "InvalidArgument", "The simulator lists objects by version 2.")
                    .thrown();
        }
        String start = storage.uri(bucket, "");
        String prefix = request.request().query("prefix").orElse("");
        String objects = all(now(request))
                .filter(file -> file.id().startsWith(start + prefix))
                .map(file -> "<Contents><Key>%s</Key><Size>%d</Size></Contents>"
                        .formatted(
                                StorageDialect.escaped(file.id().substring(start.length())),
                                file.content().length()))
                .sorted()
                .collect(Collectors.joining());
        String xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ListBucketResult><Name>" + bucket
                + "</Name><IsTruncated>false</IsTruncated>" + objects + "</ListBucketResult>";
        return new EndpointResult.Download("application/xml", Content.of(xml), Optional.empty());
    }

    /// The content of an object, for a job that reads it.
    public static Optional<Slice> content(BatchStore store, Storage storage, String uri, Instant now) {
        return store.file(new BatchAccount(storage.scheme(), ""), uri, now)
                .flatMap(file -> file.content() instanceof Slice slice ? Optional.of(slice) : Optional.empty());
    }

    /// An object that a job left at `uri`.
    public static StoredFile output(Storage storage, String uri, Content content, Instant since) {
        return new StoredFile(
                uri,
                new BatchAccount(storage.scheme(), ""),
                uri,
                "output",
                "application/jsonl",
                content,
                since,
                Optional.empty());
    }
}
