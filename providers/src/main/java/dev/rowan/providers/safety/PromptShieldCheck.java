package dev.rowan.providers.safety;

import dev.rowan.api.Reason;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Blocks prompt injection.
record PromptShieldCheck() implements SafetyCheck<PromptShield.Attacks> {

    @Override
    public String marker() {
        return "_prompt_shield_error";
    }

    @Override
    public List<WireRequest> requests(SafetyEndpoint endpoint, String text) {
        return PromptShield.requests(endpoint, text);
    }

    @Override
    public SafetyReply<PromptShield.Attacks> reply(WireReply.Complete reply) {
        return PromptShield.reply(reply);
    }

    @Override
    public Optional<Reason> violation(CheckedText text, PromptShield.Attacks attacks) {
        if (!attacks.any()) {
            return Optional.empty();
        }
        var found = new LinkedHashMap<String, Boolean>();
        found.put("user_prompt_attack", attacks.userPrompt());
        found.put("document_attack", attacks.document());
        return Optional.of(text.placed(Reason.of("prompt_injection_detected", text.where() + " attacks the model"))
                .with("attacks", found));
    }
}
