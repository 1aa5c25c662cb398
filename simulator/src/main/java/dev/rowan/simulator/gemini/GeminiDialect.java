package dev.rowan.simulator.gemini;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.ServiceDialect;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gemini's keys and errors; it has no rate headers, and puts the retry delay into the body.
public final class GeminiDialect implements ServiceDialect {
    private static final String RPC = "type.googleapis.com/google.rpc.";

    @Override
    public String service() {
        return "gemini";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return request.header("x-goog-api-key").or(() -> request.query("key"));
    }

    static Refusal invalid(String message) {
        return Refusal.of(400, "INVALID_ARGUMENT", message);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return key.isEmpty()
                ? Refusal.of(
                        403,
                        "PERMISSION_DENIED",
                        "Method doesn't allow unregistered callers (callers without established identity). Please use"
                                + " API Key or other form of API consumer identity to call this API.")
                : invalid("API key not valid. Please pass a valid API key.")
                        .withDetails(JsonObjects.object(
                                "@type", RPC + "ErrorInfo",
                                "reason", "API_KEY_INVALID",
                                "domain", "googleapis.com"));
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        Refusal refusal = Refusal.of(
                429,
                "RESOURCE_EXHAUSTED",
                "You exceeded your current quota of " + (byTokens ? "input tokens" : "requests")
                        + ", please check your plan and billing details.");
        return wait.map(time ->
                        refusal.withDetails(JsonObjects.object("@type", RPC + "RetryInfo", "retryDelay", delay(time))))
                .orElse(refusal);
    }

    private static String delay(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString() + "s";
    }

    @Override
    public Refusal failed(int status) {
        return Refusal.of(
                status,
                switch (status) {
                    case 400 -> "INVALID_ARGUMENT";
                    case 401 -> "UNAUTHENTICATED";
                    case 403 -> "PERMISSION_DENIED";
                    case 404 -> "NOT_FOUND";
                    case 429 -> "RESOURCE_EXHAUSTED";
                    case 503 -> "UNAVAILABLE";
                    case 504 -> "DEADLINE_EXCEEDED";
                    default -> "INTERNAL";
                },
                status == 503 ? "The model is overloaded. Please try again later." : "An internal error has occurred.");
    }

    @Override
    public Refusal malformed(String message) {
        return invalid("Invalid JSON payload received. " + message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        Map<String, @Nullable Object> error = JsonObjects.object(
                "code", refusal.status(),
                "message", refusal.message(),
                "status", refusal.type());
        if (!refusal.details().isEmpty()) {
            error.put("details", List.of(refusal.details()));
        }
        return JsonObjects.object("error", error);
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return List.of();
    }

    @Override
    public List<Header> retryAfter(Duration wait) {
        return List.of();
    }
}
