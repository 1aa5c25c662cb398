package dev.rowan.simulator.fireworks;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.batch.BatchAccount;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.limit.RateState;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What accounts of Fireworks have in common: keys as for chat, errors with gRPC codes, and names of resources.
record FireworksDialect(ServiceDialect chat) implements ServiceDialect {
    /// What precedes `/datasets` and `/batchInferenceJobs`.
    static final String ACCOUNT = "/compatible/fireworks/v1/accounts/[^/]+";

    private static final Pattern ID = Pattern.compile("[a-z]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final String UNAUTHORIZED = "UNAUTHORIZED";

    static RefusedException invalid(String message) {
        return Refusal.of(400, "INVALID_ARGUMENT", message).thrown();
    }

    static RefusedException notFound() {
        return Refusal.of(404, "NOT_FOUND", "resource not found").thrown();
    }

    static RefusedException exists(String name) {
        return Refusal.of(409, "ALREADY_EXISTS", name + " already exists").thrown();
    }

    static String checkedId(String name, String id) throws RefusedException {
        if (!ID.matcher(id).matches()) {
            throw invalid(name + " must be 1 to 63 lowercase letters, digits and hyphens, got '" + id + "'");
        }
        return id;
    }

    /// `accounts/{account}`, as the path of a request has it.
    static String account(EndpointRequest request) {
        return "accounts/" + request.request().path().split("/", -1)[5];
    }

    BatchAccount owner(EndpointRequest request) {
        return new BatchAccount(service(), request.key());
    }

    @Override
    public String service() {
        return chat.service();
    }

    @Override
    public Optional<String> key(HttpRequest request) {
        return chat.key(request);
    }

    @Override
    public Refusal unauthorized(Optional<String> key) {
        return Refusal.of(403, "error", "The API key you provided is invalid.").withCode(UNAUTHORIZED);
    }

    @Override
    public Refusal unpaid() {
        return chat.unpaid();
    }

    @Override
    public Refusal limited(boolean byTokens, Optional<Duration> wait) {
        return Refusal.of(429, "RESOURCE_EXHAUSTED", "Too many requests.");
    }

    @Override
    public Refusal failed(int status) {
        return chat.failed(status);
    }

    @Override
    public Refusal malformed(String message) {
        return Refusal.of(400, "INVALID_ARGUMENT", message);
    }

    /// A wrong key is reported as for chat.
    @Override
    public Map<String, @Nullable Object> error(Refusal refusal, Seed seed) {
        return refusal.code().filter(UNAUTHORIZED::equals).isPresent()
                ? chat.error(refusal, seed)
                : JsonObjects.object(
                        "code", code(refusal.status()), "message", refusal.message(), "details", List.of());
    }

    private static int code(int status) {
        return switch (status) {
            case 400 -> 3;
            case 401 -> 16;
            case 403 -> 7;
            case 404 -> 5;
            case 409 -> 6;
            case 429 -> 8;
            case 503 -> 14;
            default -> 13;
        };
    }

    @Override
    public List<Header> headers(Seed seed, Optional<RateState> rates, Instant now) {
        return chat.headers(seed, rates, now);
    }

    @Override
    public List<Header> retryAfter(Duration wait) {
        return chat.retryAfter(wait);
    }
}
