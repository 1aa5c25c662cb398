package dev.rowan.engine.throttle;

import java.util.Optional;

/// The declared limits per minute.
public record DeclaredLimits(Optional<Long> requestsPerMinute, Optional<Long> tokensPerMinute) {
    public static final DeclaredLimits NONE = new DeclaredLimits(Optional.empty(), Optional.empty());

    private static final double MINUTE = 60e9;

    public DeclaredLimits {
        if (requestsPerMinute.orElse(1L) < 1 || tokensPerMinute.orElse(1L) < 1) {
            throw new IllegalArgumentException("a declared limit must be at least 1");
        }
    }

    /// The nanoseconds that one request occupies.
    long share(Dispatch request) {
        double byRequests = requestsPerMinute.map(limit -> MINUTE / limit).orElse(0.0);
        double byTokens =
                tokensPerMinute.map(limit -> MINUTE * request.tokens() / limit).orElse(0.0);
        return (long) Math.ceil(Math.max(byRequests, byTokens));
    }

    /// The stricter of both.
    public DeclaredLimits tightened(DeclaredLimits other) {
        return new DeclaredLimits(
                lower(requestsPerMinute, other.requestsPerMinute), lower(tokensPerMinute, other.tokensPerMinute));
    }

    private static Optional<Long> lower(Optional<Long> one, Optional<Long> other) {
        return one.isPresent() && other.isPresent()
                ? Optional.of(Math.min(one.get(), other.get()))
                : one.or(() -> other);
    }
}
