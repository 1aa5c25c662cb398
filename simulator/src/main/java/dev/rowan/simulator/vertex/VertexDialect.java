package dev.rowan.simulator.vertex;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.anthropic.AnthropicDialect;
import dev.rowan.simulator.gemini.GeminiDialect;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
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

/// Access tokens, and errors as Gemini has them; what Claude itself refuses is in Anthropic's form.
public final class VertexDialect implements ServiceDialect {
    private final GeminiDialect google = new GeminiDialect();
    private final AnthropicDialect anthropic = new AnthropicDialect();

    @Override
    public String service() {
        return "vertex";
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return Bearer.key(request);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return Refusal.of(
                401,
                "UNAUTHENTICATED",
                key.isEmpty()
                        ? "Request is missing required authentication credential. Expected OAuth 2 access token."
                        : "Request had invalid authentication credentials. Expected OAuth 2 access token.");
    }

    @Override
    public Refusal unpaid() {
        return Refusal.of(403, "PERMISSION_DENIED", "This API method requires billing to be enabled.");
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(429, "RESOURCE_EXHAUSTED", "Resource exhausted. Please try again later.");
    }

    @Override
    public Refusal failed(int status) {
        return google.failed(status);
    }

    @Override
    public Refusal malformed(String message) {
        return google.malformed(message);
    }

    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        boolean isGoogles = refusal.type().chars().noneMatch(Character::isLowerCase);
        return isGoogles ? google.error(refusal, seed) : anthropic.error(refusal, seed);
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return List.of();
    }
}
