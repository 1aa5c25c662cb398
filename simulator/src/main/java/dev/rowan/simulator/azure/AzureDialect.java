package dev.rowan.simulator.azure;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.openai.OpenAiDialect;
import dev.rowan.simulator.service.Bearer;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Azure OpenAI's keys, errors and rate headers. Its gateway has its own error format, its models have OpenAI's.
public final class AzureDialect implements ServiceDialect {
    private static final String GATEWAY = "gateway";

    @Override
    public String service() {
        return "azure_openai";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return request.header("api-key").or(() -> Bearer.key(request));
    }

    static Refusal gateway(int status, String code, String message) {
        return Refusal.of(status, GATEWAY, message).withCode(code);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return gateway(
                401,
                "401",
                "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key"
                        + " for an active subscription and use a correct regional API endpoint for your resource.");
    }

    @Override
    public Refusal unpaid() {
        return gateway(403, "403", "The subscription of this resource is disabled.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return gateway(
                429,
                "429",
                "Requests to the ChatCompletions_Create Operation have exceeded "
                        + (byTokens ? "token" : "call") + " rate limit of your current pricing tier."
                        + wait.map(time -> " Please retry after " + Math.ceilDiv(time.toMillis(), 1000) + " seconds.")
                                .orElse(""));
    }

    @Override
    public Refusal failed(int status) {
        return switch (status) {
            case 429 -> limited(false, Optional.empty());
            case 503 ->
                gateway(503, "ServiceUnavailable", "The service is temporarily unable to process your request.");
            default -> gateway(status, status < 500 ? "BadRequest" : "InternalServerError", "Status " + status + ".");
        };
    }

    @Override
    public Refusal malformed(String message) {
        return Refusal.of(400, "invalid_request_error", "Invalid JSON: " + message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        if (refusal.type().equals(GATEWAY)) {
            return JsonObjects.object(
                    "error", JsonObjects.object("code", refusal.code().orElse(null), "message", refusal.message()));
        }
        Map<String, @Nullable Object> body = OpenAiDialect.body(refusal);
        if (!refusal.details().isEmpty() && body.get("error") instanceof Map<?, ?> error) {
            Map<String, @Nullable Object> whole = JsonObjects.object();
            error.forEach((name, value) -> whole.put(String.valueOf(name), value));
            whole.put("status", refusal.status());
            whole.putAll(refusal.details());
            return JsonObjects.object("error", whole);
        }
        return body;
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        var headers = new ArrayList<Header>();
        headers.add(new Header("apim-request-id", seed.id("")));
        headers.add(new Header("x-request-id", seed.id("req_")));
        rates.flatMap(RateState::requests)
                .ifPresent(level -> headers.add(Header.of("x-ratelimit-remaining-requests", level.remaining())));
        rates.flatMap(RateState::tokens)
                .ifPresent(level -> headers.add(Header.of("x-ratelimit-remaining-tokens", level.remaining())));
        return headers;
    }

    @Override
    public List<Header> retryAfter(Duration wait) {
        return new OpenAiDialect().retryAfter(wait);
    }
}
