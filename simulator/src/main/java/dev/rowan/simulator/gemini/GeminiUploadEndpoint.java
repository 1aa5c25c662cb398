package dev.rowan.simulator.gemini;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.batch.StoredFile;
import dev.rowan.simulator.batch.Upload;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.http.Slice;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// `POST /upload/v1beta/files`, resumable: `start` gives an address, to which the bytes go, in one piece or several.
public record GeminiUploadEndpoint(ServiceDialect dialect, BatchStore store) implements Endpoint {
    private static final String PATH = "/upload/v1beta/files";
    private static final Duration KEPT = Duration.ofDays(2);
    private static final long MAX_BYTES = 2L << 30;

    @Override
    public String name() {
        return "gemini_file_upload";
    }

    @Override
    public String pool() {
        return dialect.service() + "_batch";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.path().equals(PATH)
                && (request.method().equals("POST") || request.method().equals("PUT"));
    }

    /// The address of an upload is enough of a key for what comes to it.
    @Override
    public Optional<String> key(HttpRequest request) {
        return dialect.key(request)
                .or(() -> request.query("upload_id")
                        .flatMap(store::upload)
                        .map(upload -> upload.account().key()));
    }

    @Override
    public boolean readsJson() {
        return false;
    }

    @Override
    public EndpointResult answer(EndpointRequest request) throws RefusedException {
        Optional<String> id = request.request().query("upload_id");
        return id.isEmpty() ? start(request) : go(request, id.get());
    }

    private EndpointResult start(EndpointRequest request) throws RefusedException {
        String protocol = request.request().header("x-goog-upload-protocol").orElse("");
        if (!protocol.equalsIgnoreCase("resumable") || !command(request).contains("start")) {
            throw GeminiDialect.invalid("The simulator takes resumable uploads, which begin with the command start.")
                    .thrown();
        }
        Fields file = body(request).object("file").orElse(Fields.NONE);
        String type = request.request()
                .header("x-goog-upload-header-content-type")
                .or(() -> file.text("mimeType"))
                .orElse("application/octet-stream");
        String id = store.fresh(request.seed()).id("upload-");
        store.begin(
                id,
                new Upload(
                        GeminiFilesEndpoint.account(request),
                        file.text("displayName")
                                .or(() -> file.text("display_name"))
                                .orElse(""),
                        type));
        String host = request.request().header("host").orElse("localhost");
        String address = "http://" + host + PATH + "?upload_id=" + id + "&upload_protocol=resumable";
        return new EndpointResult.Resource(
                JsonObjects.object(),
                List.of(
                        new Header("x-goog-upload-status", "active"),
                        new Header("x-goog-upload-url", address),
                        new Header("x-goog-upload-chunk-granularity", "262144")),
                Optional.of(id));
    }

    private static Fields body(EndpointRequest request) throws RefusedException {
        try {
            return request.request().body().length == 0
                    ? Fields.NONE
                    : Fields.of(RowJson.readValue(request.request().body())).orElse(Fields.NONE);
        } catch (JsonException notJson) {
            throw GeminiDialect.invalid(String.valueOf(notJson.getMessage())).thrown();
        }
    }

    private static String command(EndpointRequest request) {
        return request.request().header("x-goog-upload-command").orElse("").toLowerCase(Locale.ROOT);
    }

    private EndpointResult go(EndpointRequest request, String id) throws RefusedException {
        Upload upload = store.upload(id)
                .orElseThrow(
                        () -> GeminiDialect.invalid("There is no such upload.").thrown());
        String command = command(request);
        if (command.equals("query")) {
            return active(upload, id);
        }
        String offset = request.request().header("x-goog-upload-offset").orElse("0");
        if (!offset.equals(Long.toString(upload.size()))) {
            throw GeminiDialect.invalid("The offset must be " + upload.size() + ", got " + offset)
                    .thrown();
        }
        long size = upload.add(request.request().body());
        if (size > store.settings().quotas().maxBytes().orElse(MAX_BYTES)) {
            throw GeminiDialect.invalid("The file is too large.").thrown();
        }
        return command.contains("finalize") ? end(request, id, upload) : active(upload, id);
    }

    private static EndpointResult active(Upload upload, String id) {
        return new EndpointResult.Resource(
                JsonObjects.object(),
                List.of(
                        new Header("x-goog-upload-status", "active"),
                        Header.of("x-goog-upload-size-received", upload.size())),
                Optional.of(id));
    }

    private EndpointResult end(EndpointRequest request, String id, Upload upload) {
        Slice content = upload.content();
        Seed seed = store.fresh(request.voice().and(upload.name().hashCode()).and(content.fingerprint()));
        Instant now = store.now(request.now());
        var file = new StoredFile(
                "files/" + seed.id(""),
                upload.account(),
                upload.name(),
                "UPLOADED",
                upload.type(),
                content,
                now,
                Optional.of(now.plus(KEPT)));
        store.add(file);
        store.end(id);
        return new EndpointResult.Resource(
                JsonObjects.object("file", GeminiFilesEndpoint.object(file)),
                List.of(new Header("x-goog-upload-status", "final")),
                Optional.of(file.id()));
    }
}
