package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.safety.ContentSafety.OutputType;
import dev.rowan.providers.safety.ContentSafety.Severities;
import java.util.List;
import java.util.Optional;

/// Blocks texts with a severity above the threshold in any category.
record ContentSafetyCheck(Thresholds thresholds, OutputType outputType) implements SafetyCheck<Severities> {

    @Override
    public String marker() {
        return "_content_safety_error";
    }

    @Override
    public List<WireRequest> requests(SafetyEndpoint endpoint, String text) {
        return ContentSafety.requests(endpoint, text, outputType);
    }

    @Override
    public SafetyReply<Severities> reply(WireReply.Complete reply) {
        return ContentSafety.reply(reply, outputType);
    }

    @Override
    public Optional<Reason> violation(CheckedText text, Severities severities) {
        if (!thresholds.isExceeded(severities)) {
            return Optional.empty();
        }
        var reason =
                Reason.of("content_safety_violation", text.where() + " is too severe: " + thresholds.text(severities));
        return Optional.of(text.placed(reason)
                .with("categories", Thresholds.named(severities.of()))
                .with("thresholds", Thresholds.named(thresholds.of())));
    }
}
