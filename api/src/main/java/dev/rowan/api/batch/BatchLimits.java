package dev.rowan.api.batch;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.OptionalInt;

/// What a provider's batch service takes, and how it is to be asked.
///
/// `provider` is its word in paths and messages. `share` is what a call costs there, as a share of its price
/// in real time. `tagged` says that a batch can be found again by a tag given to it; where it cannot, it is
/// known only by the ids in its results.
public record BatchLimits(
        String provider,
        int maxRequests,
        long maxBytes,
        BigDecimal share,
        Duration pollInterval,
        Duration timeout,
        OptionalInt createsPerHour,
        OptionalInt maxJobs,
        boolean tagged) {}
