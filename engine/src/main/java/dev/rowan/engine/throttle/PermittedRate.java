package dev.rowan.engine.throttle;

import java.util.OptionalInt;

/// What a throttle permits for a short time: `perSecond` units, infinite without a limit, of requests that weigh
/// `meanWeight` units on average; at most `inFlight` requests at a time, where the service limits that. A `probe` is
/// a single request.
public record PermittedRate(double perSecond, LimitUnit unit, double meanWeight, OptionalInt inFlight, boolean probe) {
    public static final PermittedRate NOTHING = requests(0);
    /// A single request.
    public static final PermittedRate PROBE = new PermittedRate(0, LimitUnit.REQUESTS, 1, OptionalInt.empty(), true);

    /// A rate of requests.
    public static PermittedRate requests(double perSecond) {
        return new PermittedRate(perSecond, LimitUnit.REQUESTS, 1, OptionalInt.empty(), false);
    }

    public boolean isUnlimited() {
        return Double.isInfinite(perSecond);
    }

    /// The average requests per second.
    public double requestsPerSecond() {
        return perSecond / meanWeight;
    }

    /// At most so many requests per second.
    PermittedRate atMost(double requestsPerSecond) {
        if (requestsPerSecond() <= requestsPerSecond) {
            return this;
        }
        return new PermittedRate(requestsPerSecond * meanWeight, unit, meanWeight, inFlight, probe);
    }
}
