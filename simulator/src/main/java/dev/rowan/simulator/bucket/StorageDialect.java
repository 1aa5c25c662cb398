package dev.rowan.simulator.bucket;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.Content;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.service.Bearer;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Keys of a storage, which sign requests or, at Google and in simulated runs, are bearer tokens; and its errors in
/// XML. `keys` finds the key of a request.
public record StorageDialect(Storage storage, Function<HttpRequest, Optional<String>> keys) implements ServiceDialect {
    private static final Pattern SIGNED = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=([^/]+)/[0-9]{8}/[a-z0-9-]+/s3/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?"
                    + "Signature=[0-9a-f]{64}");
    private static final List<String> REQUIRED = List.of("host", "x-amz-content-sha256", "x-amz-date");

    StorageDialect(Storage storage) {
        this(storage, request -> key(storage, request));
    }

    @Override
    public String service() {
        return storage.scheme();
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return keys.apply(request);
    }

    private static Optional<String> key(Storage storage, HttpRequest request) {
        Matcher signed = SIGNED.matcher(request.header("authorization").orElse(""));
        boolean isSigned = storage == Storage.S3
                && signed.matches()
                && List.of(signed.group(2).split(";", -1)).containsAll(REQUIRED);
        return isSigned ? Optional.of(signed.group(1)) : Bearer.key(request);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return Refusal.of(403, "AccessDenied", "Access Denied");
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(403, "AccountProblem", "There is a problem with your account.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(503, "SlowDown", "Please reduce your request rate.");
    }

    @Override
    public Refusal failed(int status) {
        return switch (status) {
            case 401, 403 -> Refusal.of(status, "AccessDenied", "Access Denied");
            case 404 -> Refusal.of(404, "NoSuchKey", "The specified key does not exist.");
            case 503 -> limited(false, Optional.empty());
            default ->
                status < 500
                        ? Refusal.of(status, "InvalidRequest", "The request was refused.")
                        : Refusal.of(status, "InternalError", "We encountered an internal error. Please try again.");
        };
    }

    @Override
    public Refusal malformed(String message) {
        return Refusal.of(400, "InvalidRequest", message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        return JsonObjects.object("Code", refusal.type(), "Message", refusal.message());
    }

    @Override
    public HttpReply refused(Refusal refusal, Seed seed) {
        String xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>%s</Code><Message>%s</Message></Error>"
                .formatted(refusal.type(), escaped(refusal.message()));
        return HttpReply.of(refusal.status(), "application/xml", Content.of(xml));
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return List.of(new Header("x-amz-request-id", seed.id("")));
    }
}
