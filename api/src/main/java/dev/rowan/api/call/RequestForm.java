package dev.rowan.api.call;

import java.util.Optional;

/// How the request of a call is sent: adds what its answer does not depend on, such as cache marks, a cache key or a
/// service tier.
///
/// The request without it identifies the call, so that an attempt in another form finds the recorded answer.
/// Thread-safe.
@FunctionalInterface
public interface RequestForm {
    RequestForm PLAIN = (request, _) -> request;

    /// The request as attempt `attempt`, from 1, sends it in real time. Called once per attempt.
    WireRequest attempt(WireRequest request, int attempt);

    /// The service tier that attempts ask for, if its rate limits are its own.
    default Optional<String> tier() {
        return Optional.empty();
    }

    /// Whether a batch service has refused what the form adds. The batched request is on record and stays as it is, so
    /// the next attempt is sent in real time.
    default boolean leavesBatch() {
        return false;
    }

    /// The request as a batch service gets it, in all its attempts.
    default WireRequest batched(WireRequest request) {
        return request;
    }
}
