package dev.rowan.engine.call;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// The models that gave the answers of a node, as the replies name them: those of answers that were reused from
/// earlier runs, and those of new ones. Shared state: counters that only increase.
public final class AnswerModels {
    /// The note about a [Difference].
    public static final String NOTE = "model_difference";

    /// The maximum number of models; a service that names more is not worth a table.
    private static final int MAX_MODELS = 50;

    private final Map<String, LongAdder> reused = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> served = new ConcurrentHashMap<>();

    AnswerModels() {}

    /// How many answers each model gave.
    public record Difference(Map<String, Long> reused, Map<String, Long> served) {}

    void reused(Optional<String> model) {
        count(reused, model);
    }

    void served(Optional<String> model) {
        count(served, model);
    }

    private static void count(Map<String, LongAdder> models, Optional<String> model) {
        if (model.isPresent() && (models.containsKey(model.get()) || models.size() < MAX_MODELS)) {
            models.computeIfAbsent(model.get(), _ -> new LongAdder()).increment();
        }
    }

    /// What was counted, if reused answers are of models that gave no new one; empty without answers of both kinds.
    Optional<Difference> difference() {
        return served.isEmpty() || served.keySet().containsAll(reused.keySet())
                ? Optional.empty()
                : Optional.of(new Difference(sums(reused), sums(served)));
    }

    private static Map<String, Long> sums(Map<String, LongAdder> models) {
        var sums = new TreeMap<String, Long>();
        models.forEach((model, count) -> sums.put(model, count.sum()));
        return sums;
    }
}
