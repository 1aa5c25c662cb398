package dev.rowan.simulator.bedrock;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.service.Bearer;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Bedrock's keys, which sign requests or are sent as bearer tokens, and its errors. A signature must have the parts of
/// one, but its secret is not known here.
public final class BedrockDialect implements ServiceDialect {
    private static final Pattern SIGNED =
            Pattern.compile("AWS4-HMAC-SHA256 Credential=([^/]+)/[0-9]{8}/[a-z0-9-]+/bedrock/aws4_request,"
                    + " ?SignedHeaders=([a-z0-9;-]+), ?Signature=[0-9a-f]{64}");

    @Override
    public String service() {
        return "bedrock";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        Matcher signed = SIGNED.matcher(request.header("authorization").orElse(""));
        boolean isSigned = signed.matches()
                && List.of(signed.group(2).split(";", -1)).containsAll(List.of("host", "x-amz-date"))
                && request.header("x-amz-date").isPresent();
        return isSigned ? Optional.of(signed.group(1)) : Bearer.key(request);
    }

    static Refusal invalid(String message) {
        return Refusal.of(400, "ValidationException", message);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return key.isEmpty()
                ? Refusal.of(403, "MissingAuthenticationTokenException", "Missing Authentication Token")
                : Refusal.of(
                        403, "UnrecognizedClientException", "The security token included in the request is invalid.");
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(403, "AccessDeniedException", "Your account is not authorized to invoke this API operation.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(
                429,
                "ThrottlingException",
                byTokens
                        ? "Too many tokens, please wait before trying again."
                        : "Too many requests, please wait before trying again.");
    }

    @Override
    public Refusal failed(int status) {
        return switch (status) {
            case 401, 403 ->
                Refusal.of(status, "UnrecognizedClientException", "The security token included is invalid.");
            case 408 -> Refusal.of(408, "ModelTimeoutException", "The request took too long to process.");
            case 424 -> Refusal.of(424, "ModelErrorException", "The model failed.");
            case 429 -> limited(false, Optional.empty());
            case 503 -> Refusal.of(503, "ServiceUnavailableException", "The service is unavailable. Try again later.");
            default ->
                status < 500
                        ? Refusal.of(status, "ValidationException", "The request was refused.")
                        : Refusal.of(status, "InternalServerException", "An internal server error occurred.");
        };
    }

    @Override
    public Refusal malformed(String message) {
        return Refusal.of(400, "SerializationException", message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        return JsonObjects.object("message", refusal.message());
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return List.of(
                new Header("x-amzn-RequestId", seed.id("")),
                new Header("date", DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atZone(ZoneOffset.UTC))));
    }

    @Override
    public List<Header> headers(Refusal refusal) {
        return List.of(new Header("x-amzn-ErrorType", refusal.type()));
    }
}
