package dev.rowan.api.batch;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.OptionalInt;

/// The limits and terms of a provider's batch service.
///
/// `provider` is its name in paths and messages. `share` is the price of a call as a share of the realtime price.
/// `tagged`: a batch can be found again by a tag; otherwise only by the ids in its results. Fewer than `minRequests`
/// requests are sent in realtime. `cancellable`: a cancelled batch keeps its results and executes nothing more, as
/// `mode: auto` requires.
public record BatchLimits(
        String provider,
        int maxRequests,
        long maxBytes,
        BigDecimal share,
        Duration pollInterval,
        Duration timeout,
        OptionalInt createsPerHour,
        OptionalInt maxJobs,
        boolean tagged,
        int minRequests,
        boolean cancellable) {

    /// A service without a minimum, whose batches can be cancelled.
    public BatchLimits(
            String provider,
            int maxRequests,
            long maxBytes,
            BigDecimal share,
            Duration pollInterval,
            Duration timeout,
            OptionalInt createsPerHour,
            OptionalInt maxJobs,
            boolean tagged) {
        this(provider, maxRequests, maxBytes, share, pollInterval, timeout, createsPerHour, maxJobs, tagged, 1, true);
    }
}
