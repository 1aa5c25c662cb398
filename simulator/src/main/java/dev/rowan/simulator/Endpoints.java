package dev.rowan.simulator;

import dev.rowan.simulator.anthropic.AnthropicBatches;
import dev.rowan.simulator.anthropic.AnthropicDialect;
import dev.rowan.simulator.anthropic.AnthropicMessages;
import dev.rowan.simulator.azure.AzureChat;
import dev.rowan.simulator.azure.AzureDialect;
import dev.rowan.simulator.azure.AzureRows;
import dev.rowan.simulator.batch.BatchSettings;
import dev.rowan.simulator.batch.Store;
import dev.rowan.simulator.gemini.GeminiBatches;
import dev.rowan.simulator.gemini.GeminiDialect;
import dev.rowan.simulator.gemini.GeminiFiles;
import dev.rowan.simulator.gemini.GeminiGenerate;
import dev.rowan.simulator.gemini.GeminiUpload;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.openai.Flavour;
import dev.rowan.simulator.openai.OpenAiBatches;
import dev.rowan.simulator.openai.OpenAiChat;
import dev.rowan.simulator.openai.OpenAiDialect;
import dev.rowan.simulator.openai.OpenAiFiles;
import dev.rowan.simulator.openai.OpenAiResponses;
import dev.rowan.simulator.openai.OpenAiRows;
import dev.rowan.simulator.openrouter.OpenRouterChat;
import dev.rowan.simulator.openrouter.OpenRouterDialect;
import dev.rowan.simulator.safety.Moderations;
import dev.rowan.simulator.safety.SafetyDialect;
import dev.rowan.simulator.safety.ShieldPrompt;
import dev.rowan.simulator.safety.TextAnalyze;
import dev.rowan.simulator.service.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The endpoints that are simulated, with the files and jobs that some of them keep.
final class Endpoints {
    /// The names of all, for settings that name one.
    static final List<String> NAMES = new Endpoints(new Store(() -> BatchSettings.DEFAULT))
            .all.stream().map(Endpoint::name).distinct().toList();

    private final List<Endpoint> all = new ArrayList<>();

    Endpoints(Store store) {
        var chat = new OpenAiChat(new OpenAiDialect());
        var responses = new OpenAiResponses(chat.dialect());
        var azureChat = new AzureChat(new AzureDialect());
        var messages = new AnthropicMessages(new AnthropicDialect());
        var generate = new GeminiGenerate(new GeminiDialect());
        var safety = new SafetyDialect();
        all.addAll(List.of(
                chat,
                responses,
                azureChat,
                messages,
                generate,
                new OpenRouterChat(new OpenRouterDialect()),
                new TextAnalyze(safety),
                new ShieldPrompt(safety),
                new Moderations(chat.dialect())));
        var openAi = new Flavour("openai", chat.dialect(), "/v1", false, new OpenAiRows(chat, responses));
        for (Flavour flavour : List.of(openAi, AzureRows.flavour(azureChat))) {
            all.addAll(new OpenAiFiles(flavour, store).operations());
            all.addAll(new OpenAiBatches(flavour, store).operations());
        }
        all.addAll(new AnthropicBatches(messages, store).operations());
        all.add(new GeminiUpload(generate.dialect(), store));
        all.addAll(new GeminiFiles(generate.dialect(), store).operations());
        all.addAll(new GeminiBatches(generate, store).operations());
    }

    /// The endpoint that `request` is meant for.
    Optional<Endpoint> find(Request request) {
        for (Endpoint endpoint : all) {
            if (endpoint.serves(request)) {
                return Optional.of(endpoint);
            }
        }
        return Optional.empty();
    }
}
