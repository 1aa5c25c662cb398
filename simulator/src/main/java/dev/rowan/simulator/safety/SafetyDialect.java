package dev.rowan.simulator.safety;

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Azure AI Content Safety's keys and errors.
public final class SafetyDialect implements ServiceDialect {

    @Override
    public String service() {
        return "content_safety";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return request.header("ocp-apim-subscription-key").or(() -> Bearer.key(request));
    }

    static Refusal invalid(String message) {
        return Refusal.of(400, "InvalidRequestBody", message);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return Refusal.of(
                401,
                "401",
                "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key"
                        + " for an active subscription and use a correct regional API endpoint for your resource.");
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(403, "403", "Out of call volume quota.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(
                429,
                "TooManyRequests",
                "Requests have exceeded the rate limit of your resource."
                        + wait.map(time -> " Try again after " + Math.ceilDiv(time.toMillis(), 1000) + " seconds.")
                                .orElse(""));
    }

    @Override
    public Refusal failed(int status) {
        return switch (status) {
            case 429 -> limited(false, Optional.empty());
            case 503 -> Refusal.of(503, "ServerBusy", "The server is busy.");
            case 404 -> Refusal.of(404, "ResourceNotFound", "Resource not found.");
            default ->
                Refusal.of(
                        status,
                        status < 500 ? "InvalidRequestBody" : "InternalError",
                        "The request failed with status " + status + ".");
        };
    }

    @Override
    public Refusal malformed(String message) {
        return invalid("The request body is invalid: " + message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        Map<String, @Nullable Object> error = JsonObjects.object("code", refusal.type(), "message", refusal.message());
        refusal.param().ifPresent(target -> error.put("target", target));
        return JsonObjects.object("error", error);
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return List.of(new Header("apim-request-id", seed.id("")));
    }

    @Override
    public List<Header> headers(Refusal refusal) {
        return List.of(new Header("x-ms-error-code", refusal.type()));
    }
}
