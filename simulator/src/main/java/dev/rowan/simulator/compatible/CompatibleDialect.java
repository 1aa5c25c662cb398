package dev.rowan.simulator.compatible;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.openai.OpenAiDialect;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// OpenAI's keys and rate headers, with the service's own form of errors.
record CompatibleDialect(CompatibleService which, OpenAiDialect openAi) implements ServiceDialect {

    @Override
    public String service() {
        return which.name();
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return openAi.key(request);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return openAi.unauthorized(key);
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(402, "insufficient_balance", "Insufficient balance.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return openAi.limited(byTokens, wait);
    }

    @Override
    public Refusal failed(int status) {
        return status == 498
                ? Refusal.of(498, "capacity_exceeded", "Flex tier capacity exceeded.")
                : openAi.failed(status);
    }

    @Override
    public Refusal malformed(String message) {
        return openAi.malformed(message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        return switch (which.errors()) {
            case OPENAI -> OpenAiDialect.body(refusal);
            case FLAT ->
                JsonObjects.object(
                        "object", "error",
                        "message", refusal.message(),
                        "type", refusal.type(),
                        "param", refusal.param().orElse(null),
                        "code", refusal.code().orElse(null));
            case TEXT -> JsonObjects.object("code", refusal.type(), "error", refusal.message());
        };
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return openAi.headers(seed, rates, now);
    }

    @Override
    public List<Header> retryAfter(Duration wait) {
        return openAi.retryAfter(wait);
    }
}
