package dev.rowan.web.run;

import java.time.Instant;
import java.util.Optional;

/// A change of the pace at which a service is called, with its reason; no number is no limit.
public record LimitChange(
        Instant at, double worked, String service, Optional<Double> from, Optional<Double> to, String why) {

    /// Whether the service was asked less after it.
    public boolean isCut() {
        return to.isPresent() && (from.isEmpty() || to.get() < from.get());
    }
}
