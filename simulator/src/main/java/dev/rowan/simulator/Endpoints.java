package dev.rowan.simulator;

import dev.rowan.simulator.anthropic.AnthropicDialect;
import dev.rowan.simulator.anthropic.AnthropicMessages;
import dev.rowan.simulator.azure.AzureChat;
import dev.rowan.simulator.azure.AzureDialect;
import dev.rowan.simulator.gemini.GeminiDialect;
import dev.rowan.simulator.gemini.GeminiGenerate;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.openai.OpenAiChat;
import dev.rowan.simulator.openai.OpenAiDialect;
import dev.rowan.simulator.openai.OpenAiResponses;
import dev.rowan.simulator.openrouter.OpenRouterChat;
import dev.rowan.simulator.openrouter.OpenRouterDialect;
import dev.rowan.simulator.safety.SafetyDialect;
import dev.rowan.simulator.safety.ShieldPrompt;
import dev.rowan.simulator.safety.TextAnalyze;
import dev.rowan.simulator.service.Endpoint;
import java.util.List;
import java.util.Optional;

/// The endpoints that are simulated.
final class Endpoints {
    private static final OpenAiDialect OPENAI = new OpenAiDialect();
    private static final SafetyDialect SAFETY = new SafetyDialect();

    private static final List<Endpoint> ALL = List.of(
            new OpenAiChat(OPENAI),
            new OpenAiResponses(OPENAI),
            new AzureChat(new AzureDialect()),
            new AnthropicMessages(new AnthropicDialect()),
            new GeminiGenerate(new GeminiDialect()),
            new OpenRouterChat(new OpenRouterDialect()),
            new TextAnalyze(SAFETY),
            new ShieldPrompt(SAFETY));

    static final List<String> NAMES = ALL.stream().map(Endpoint::name).toList();

    private Endpoints() {}

    /// The endpoint that `request` is meant for.
    static Optional<Endpoint> find(Request request) {
        for (Endpoint endpoint : ALL) {
            if (endpoint.serves(request)) {
                return Optional.of(endpoint);
            }
        }
        return Optional.empty();
    }
}
