package dev.rowan.simulator.service;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpReply;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.limit.RateState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A service's dialect: keys, errors and rate headers.
public interface ServiceDialect {

    /// The service, whose endpoints share the limits of a key.
    String service();

    /// The key that `request` carries.
    Optional<String> key(HttpRequest request);

    /// No key, or one that is not accepted.
    Refusal unauthorized(Optional<String> key);

    /// A key without credit.
    Refusal unpaid();

    /// Too many requests or tokens; `wait` is the time until a retry.
    Refusal limited(boolean byTokens, Optional<Duration> wait);

    /// A failure of the service itself, or of something before it.
    Refusal failed(int status);

    /// A body that is not what the endpoint reads.
    Refusal malformed(String message);

    /// The body of the reply to a refused request.
    Map<String, @Nullable Object> error(Refusal refusal, Seed seed);

    /// The reply to a refused request, in JSON unless the service speaks otherwise.
    default HttpReply refused(Refusal refusal, Seed seed) {
        return HttpReply.json(refusal.status(), RowJson.writeValue(error(refusal, seed)));
    }

    /// The headers of every reply: the request id, and rates if they are sent.
    List<Header> headers(Seed seed, Optional<RateState> rates, Instant now);

    /// The headers of a refusal alone.
    default List<Header> headers(Refusal refusal) {
        return List.of();
    }

    /// The headers with the time until a retry.
    default List<Header> retryAfter(Duration wait) {
        return List.of(Header.of("retry-after", Math.max(1, Math.ceilDiv(wait.toMillis(), 1000))));
    }
}
