package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Blocks texts flagged by OpenAI's moderation. A category with a threshold is judged by its score instead.
record ModerationCheck(String model, Map<String, BigDecimal> thresholds) implements SafetyCheck<Moderation.Verdict> {

    ModerationCheck {
        thresholds = Map.copyOf(thresholds);
    }

    @Override
    public String marker() {
        return "_moderation_error";
    }

    @Override
    public List<WireRequest> requests(SafetyEndpoint endpoint, String text) {
        return Moderation.requests(endpoint, text, model);
    }

    @Override
    public SafetyReply<Moderation.Verdict> reply(WireReply.Complete reply) {
        return Moderation.reply(reply);
    }

    @Override
    public Optional<Reason> violation(CheckedText text, Moderation.Verdict verdict) {
        var harms = new TreeMap<String, BigDecimal>();
        verdict.flags().forEach((category, flagged) -> {
            BigDecimal score = verdict.scores().getOrDefault(category, BigDecimal.ONE);
            BigDecimal threshold = thresholds.get(category);
            if (threshold == null ? flagged : score.compareTo(threshold) > 0) {
                harms.put(category, score);
            }
        });
        if (harms.isEmpty()) {
            return Optional.empty();
        }
        String categories = harms.entrySet().stream()
                .map(harm -> harm.getKey() + " " + harm.getValue().toPlainString())
                .collect(Collectors.joining(", "));
        return Optional.of(text.placed(Reason.of("moderation_violation", text.where() + " is harmful: " + categories))
                .with("categories", harms));
    }
}
