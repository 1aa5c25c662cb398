package dev.rowan.engine.report;

import dev.rowan.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A change of the rate limit of a service; an absent number is no limit.
public record LimitChange(
        Instant at, double runSeconds, String service, Optional<Double> from, Optional<Double> to, String why) {

    /// Whether the limit was reduced.
    public boolean isCut() {
        return to.isPresent() && (from.isEmpty() || to.get() < from.get());
    }

    JsonObject json() {
        return JsonObject.object()
                .put("at", at)
                .put("service", service)
                .put("from", from)
                .put("to", to)
                .put("why", why);
    }
}
