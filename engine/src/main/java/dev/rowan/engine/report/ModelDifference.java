package dev.rowan.engine.report;

import dev.rowan.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A transform whose reused answers were given by other models than its new ones: how many answers each gave.
public record ModelDifference(String node, Map<String, Long> reused, Map<String, Long> served) {

    static ModelDifference of(NoteFacts facts) {
        return new ModelDifference(
                facts.text("node").orElse("?"),
                counts(facts.facts().get("reused")),
                counts(facts.facts().get("served")));
    }

    private static Map<String, Long> counts(@Nullable Object value) {
        var counts = new TreeMap<String, Long>();
        if (value instanceof Map<?, ?> models) {
            models.forEach((model, count) ->
                    counts.put(String.valueOf(model), count instanceof Number number ? number.longValue() : 0L));
        }
        return counts;
    }

    /// `rate: reused answers are by gpt-5 (2,970), new ones by gpt-5-2026-11 (30)`
    public String text() {
        return node + ": reused answers are by " + text(reused) + ", new ones by " + text(served);
    }

    private static String text(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " (" + Figures.count(entry.getValue()) + ")")
                .collect(Collectors.joining(", "));
    }

    JsonObject json() {
        return JsonObject.object().put("node", node).put("reused", reused).put("served", served);
    }
}
