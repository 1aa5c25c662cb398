package dev.rowan.providers.safety;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.WireReply;
import dev.rowan.testkit.FakeCalls;

/// Replies of the safety services for tests: a text that holds `attack` is one, in the prompt and in the document, and
/// one that holds `severe` is violent.
final class Replies {
    private Replies() {}

    static WireReply.Complete of(Call call) {
        boolean bad = call.request().body().asText().matches("(?s).*(attack|severe).*");
        return call.request().uri().getPath().endsWith("text:shieldPrompt") ? shield(bad, bad) : analysis(bad ? 6 : 0);
    }

    static WireReply.Complete shield(boolean prompt, boolean document) {
        return FakeCalls.json(
                200,
                "{\"userPromptAnalysis\":{\"attackDetected\":%s},\"documentsAnalysis\":[{\"attackDetected\":%s}]}"
                        .formatted(prompt, document));
    }

    static WireReply.Complete analysis(int violence) {
        return FakeCalls.json(
                200,
                "{\"blocklistsMatch\":[],\"categoriesAnalysis\":[{\"category\":\"Hate\",\"severity\":0},"
                        + "{\"category\":\"SelfHarm\",\"severity\":0},{\"category\":\"Sexual\",\"severity\":2},"
                        + "{\"category\":\"Violence\",\"severity\":" + violence + "}]}");
    }
}
