package dev.rowan.simulator.openrouter;

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

/// OpenRouter's keys, errors and rate headers; its error codes are the statuses as numbers.
public final class OpenRouterDialect implements ServiceDialect {

    @Override
    public String service() {
        return "openrouter";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return Bearer.key(request);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return Refusal.of(401, "error", key.isEmpty() ? "No auth credentials found" : "User not found.");
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(402, "error", "Insufficient credits. Add more using https://openrouter.ai/settings/credits");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(429, "error", "Rate limit exceeded");
    }

    @Override
    public Refusal failed(int status) {
        return Refusal.of(status, "error", status < 500 ? "The request was refused." : "Provider returned error");
    }

    @Override
    public Refusal malformed(String message) {
        return Refusal.of(400, "error", "Invalid JSON: " + message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        return JsonObjects.object("error", JsonObjects.object("message", refusal.message(), "code", refusal.status()));
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return rates.flatMap(RateState::requests)
                .map(level -> List.of(
                        Header.of("x-ratelimit-limit", level.limit()),
                        Header.of("x-ratelimit-remaining", level.remaining()),
                        Header.of("x-ratelimit-reset", now.plus(level.reset()).toEpochMilli())))
                .orElse(List.of());
    }
}
