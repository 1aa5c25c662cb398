package dev.rowan.simulator.openai;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// OpenAI's keys, errors and rate headers.
public final class OpenAiDialect implements ServiceDialect {
    @Override
    public String service() {
        return "openai";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return Bearer.key(request);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return key.isEmpty()
                ? Refusal.of(401, "invalid_request_error", "You didn't provide an API key.")
                : Refusal.of(401, "invalid_request_error", "Incorrect API key provided.")
                        .withCode("invalid_api_key");
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(
                        429,
                        "insufficient_quota",
                        "You exceeded your current quota, please check your plan and billing details.")
                .withCode("insufficient_quota");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(
                        429,
                        byTokens ? "tokens" : "requests",
                        "Rate limit reached on " + (byTokens ? "tokens" : "requests") + " per min." + again(wait))
                .withCode("rate_limit_exceeded");
    }

    private static String again(Optional<Duration> wait) {
        return wait.map(time -> " Please try again in " + GoDurationText.of(time) + ".")
                .orElse("");
    }

    @Override
    public Refusal failed(int status) {
        return failure(status);
    }

    static Refusal failure(int status) {
        return switch (status) {
            case 429 ->
                Refusal.of(429, "requests", "Rate limit reached on requests per min.")
                        .withCode("rate_limit_exceeded");
            case 503 -> Refusal.of(503, "service_unavailable_error", "The server is overloaded or not ready yet.");
            default ->
                status < 500
                        ? Refusal.of(status, "invalid_request_error", "The request was refused with " + status + ".")
                        : Refusal.of(status, "server_error", "The server had an error while processing your request.");
        };
    }

    @Override
    public Refusal malformed(String message) {
        return Refusal.of(400, "invalid_request_error", "We could not parse the JSON body of your request: " + message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        return body(refusal);
    }

    /// The error as OpenAI writes it.
    public static Map<String, @Nullable Object> body(Refusal refusal) {
        return JsonObjects.object(
                "error",
                JsonObjects.object(
                        "message",
                        refusal.message(),
                        "type",
                        refusal.type(),
                        "param",
                        refusal.param().orElse(null),
                        "code",
                        refusal.code().orElse(null)));
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        var headers = new ArrayList<Header>();
        headers.add(new Header("x-request-id", seed.id("req_")));
        headers.add(new Header("openai-version", "2020-10-01"));
        rates.ifPresent(state -> {
            state.requests().ifPresent(level -> add(headers, "requests", level));
            state.tokens().ifPresent(level -> add(headers, "tokens", level));
        });
        return headers;
    }

    private static void add(List<Header> headers, String what, RateState.Level level) {
        headers.add(Header.of("x-ratelimit-limit-" + what, level.limit()));
        headers.add(Header.of("x-ratelimit-remaining-" + what, level.remaining()));
        headers.add(Header.of("x-ratelimit-reset-" + what, GoDurationText.of(level.reset())));
    }

    @Override
    public List<Header> retryAfter(Duration wait) {
        return List.of(
                Header.of("retry-after", Math.max(1, Math.ceilDiv(wait.toMillis(), 1000))),
                Header.of("retry-after-ms", Math.ceilDiv(wait.toNanos(), 1_000_000)));
    }
}
