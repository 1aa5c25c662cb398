package dev.rowan.providers.safety;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `text:shieldPrompt`: detects prompt injection. The text is sent both as the user's prompt and as a document.
public final class PromptShield {
    private PromptShield() {}

    /// The attacks detected in the prompt and in the document.
    public record Attacks(boolean userPrompt, boolean document) {

        public boolean any() {
            return userPrompt || document;
        }
    }

    /// One request for each part of the text; the text is clean if every part is.
    public static List<WireRequest> requests(SafetyEndpoint endpoint, String text) {
        return SafetyEndpoint.PARTS.of(text).stream()
                .map(part -> endpoint.post("text:shieldPrompt", body(part)))
                .toList();
    }

    private static Map<String, Object> body(String part) {
        var body = new LinkedHashMap<String, Object>();
        body.put("userPrompt", part);
        body.put("documents", List.of(part));
        return body;
    }

    public static SafetyReply<Attacks> reply(WireReply.Complete reply) {
        return StrictBody.read(reply, PromptShield::attacks);
    }

    private static Attacks attacks(Map<?, ?> body) throws StrictBody.Wrong {
        Map<?, ?> prompt = StrictBody.object("userPromptAnalysis", StrictBody.member(body, "userPromptAnalysis"));
        List<?> documents = StrictBody.list("documentsAnalysis", StrictBody.member(body, "documentsAnalysis"));
        if (documents.size() != 1) {
            throw new StrictBody.Wrong("documentsAnalysis has " + documents.size() + " items for one document");
        }
        Map<?, ?> document = StrictBody.object("an item of documentsAnalysis", documents.getFirst());
        return new Attacks(attack(prompt), attack(document));
    }

    private static boolean attack(Map<?, ?> analysis) throws StrictBody.Wrong {
        if (StrictBody.member(analysis, "attackDetected") instanceof Boolean attack) {
            return attack;
        }
        throw new StrictBody.Wrong("attackDetected is neither true nor false");
    }
}
