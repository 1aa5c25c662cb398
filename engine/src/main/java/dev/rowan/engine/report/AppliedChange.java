package dev.rowan.engine.report;

import dev.rowan.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/// A change that an operator made to a run in progress.
public record AppliedChange(
        Instant at, String order, String operator, Optional<String> node, Optional<String> from, Optional<String> to) {

    public JsonObject json() {
        return JsonObject.object()
                .put("at", at)
                .put("operator", operator)
                .put("order", order)
                .put("node", node)
                .put("from", from)
                .put("to", to);
    }
}
