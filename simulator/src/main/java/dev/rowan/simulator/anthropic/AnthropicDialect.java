package dev.rowan.simulator.anthropic;

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
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Anthropic's keys, errors and rate headers.
public final class AnthropicDialect implements ServiceDialect {

    @Override
    public String service() {
        return "anthropic";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return request.header("x-api-key").or(() -> Bearer.key(request));
    }

    static Refusal invalid(String message) {
        return Refusal.of(400, "invalid_request_error", message);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return Refusal.of(
                401, "authentication_error", key.isEmpty() ? "x-api-key header is required" : "invalid x-api-key");
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(402, "billing_error", "Your credit balance is too low to access the Anthropic API.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(
                429,
                "rate_limit_error",
                "This request would exceed your rate limit of " + (byTokens ? "tokens" : "requests") + " per minute.");
    }

    @Override
    public Refusal failed(int status) {
        return switch (status) {
            case 400 -> invalid("The request was refused.");
            case 401 -> unauthorized(Optional.of(""));
            case 402 -> unpaid();
            case 403 -> Refusal.of(403, "permission_error", "Your API key may not use this resource.");
            case 404 -> Refusal.of(404, "not_found_error", "Not found");
            case 413 -> Refusal.of(413, "request_too_large", "Request exceeds the maximum size");
            case 429 -> limited(false, Optional.empty());
            case 504 -> Refusal.of(504, "timeout_error", "Request timed out");
            case 529 -> Refusal.of(529, "overloaded_error", "Overloaded");
            default -> Refusal.of(status, "api_error", "Internal server error");
        };
    }

    @Override
    public Refusal malformed(String message) {
        return invalid("The request body is not valid JSON: " + message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        return JsonObjects.object(
                "type", "error",
                "error", JsonObjects.object("type", refusal.type(), "message", refusal.message()),
                "request_id", seed.id("req_"));
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        var headers = new ArrayList<Header>();
        headers.add(new Header("request-id", seed.id("req_")));
        rates.ifPresent(state -> {
            state.requests().ifPresent(level -> add(headers, "requests", level, now));
            state.tokens().ifPresent(level -> {
                add(headers, "tokens", level, now);
                add(headers, "input-tokens", level, now);
                add(headers, "output-tokens", level, now);
            });
        });
        return headers;
    }

    private static void add(List<Header> headers, String what, RateState.Level level, Instant now) {
        String prefix = "anthropic-ratelimit-" + what;
        headers.add(Header.of(prefix + "-limit", level.limit()));
        headers.add(Header.of(prefix + "-remaining", level.remaining()));
        Instant reset = now.plus(level.reset()).plusMillis(999).truncatedTo(ChronoUnit.SECONDS);
        headers.add(Header.of(prefix + "-reset", reset));
    }
}
