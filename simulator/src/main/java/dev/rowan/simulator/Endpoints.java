package dev.rowan.simulator;

import dev.rowan.simulator.anthropic.AnthropicBatchesEndpoint;
import dev.rowan.simulator.anthropic.AnthropicDialect;
import dev.rowan.simulator.anthropic.AnthropicMessagesEndpoint;
import dev.rowan.simulator.azure.AzureChatEndpoint;
import dev.rowan.simulator.azure.AzureDialect;
import dev.rowan.simulator.azure.AzureEmbeddingsEndpoint;
import dev.rowan.simulator.azure.AzureRows;
import dev.rowan.simulator.batch.BatchSimulationSettings;
import dev.rowan.simulator.batch.BatchStore;
import dev.rowan.simulator.bedrock.BedrockDialect;
import dev.rowan.simulator.bedrock.BedrockJobsEndpoint;
import dev.rowan.simulator.bedrock.ConverseEndpoint;
import dev.rowan.simulator.bedrock.InvocationOutput;
import dev.rowan.simulator.bucket.BucketEndpoint;
import dev.rowan.simulator.bucket.Storage;
import dev.rowan.simulator.cache.CachedContentStore;
import dev.rowan.simulator.compatible.CompatibleChatEndpoint;
import dev.rowan.simulator.fireworks.DatasetsEndpoint;
import dev.rowan.simulator.fireworks.InferenceJobsEndpoint;
import dev.rowan.simulator.gemini.CachedContentsEndpoint;
import dev.rowan.simulator.gemini.GeminiBatchesEndpoint;
import dev.rowan.simulator.gemini.GeminiDialect;
import dev.rowan.simulator.gemini.GeminiEmbedEndpoint;
import dev.rowan.simulator.gemini.GeminiFilesEndpoint;
import dev.rowan.simulator.gemini.GeminiGenerateEndpoint;
import dev.rowan.simulator.gemini.GeminiUploadEndpoint;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.openai.OpenAiBatchesEndpoint;
import dev.rowan.simulator.openai.OpenAiChatEndpoint;
import dev.rowan.simulator.openai.OpenAiDialect;
import dev.rowan.simulator.openai.OpenAiEmbeddingsEndpoint;
import dev.rowan.simulator.openai.OpenAiFilesEndpoint;
import dev.rowan.simulator.openai.OpenAiResponsesEndpoint;
import dev.rowan.simulator.openai.OpenAiRows;
import dev.rowan.simulator.openai.OpenAiVariant;
import dev.rowan.simulator.openrouter.OpenRouterChatEndpoint;
import dev.rowan.simulator.openrouter.OpenRouterDialect;
import dev.rowan.simulator.safety.ModerationsEndpoint;
import dev.rowan.simulator.safety.SafetyDialect;
import dev.rowan.simulator.safety.ShieldPromptEndpoint;
import dev.rowan.simulator.safety.TextAnalyzeEndpoint;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.vertex.PredictionOutput;
import dev.rowan.simulator.vertex.VertexDialect;
import dev.rowan.simulator.vertex.VertexJobsEndpoint;
import dev.rowan.simulator.vertex.VertexModelEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The endpoints that are simulated, with the files and jobs that some of them keep.
final class Endpoints {
    /// The names of all, for settings that name one.
    static final List<String> NAMES = new Endpoints(
                    new BatchStore(() -> BatchSimulationSettings.DEFAULT), new CachedContentStore())
            .all.stream().map(Endpoint::name).distinct().toList();

    private final List<Endpoint> all = new ArrayList<>();

    Endpoints(BatchStore store, CachedContentStore contents) {
        var chat = new OpenAiChatEndpoint(new OpenAiDialect());
        var responses = new OpenAiResponsesEndpoint(chat.dialect());
        var azureChat = new AzureChatEndpoint(new AzureDialect());
        var embeddings = new OpenAiEmbeddingsEndpoint(chat.dialect());
        var azureEmbeddings = new AzureEmbeddingsEndpoint(azureChat.dialect());
        var messages = new AnthropicMessagesEndpoint(new AnthropicDialect());
        var generate = new GeminiGenerateEndpoint(new GeminiDialect(), contents);
        var cachedContents = new CachedContentsEndpoint(generate.dialect(), contents);
        var converse = new ConverseEndpoint(new BedrockDialect());
        var vertex = new VertexDialect();
        var vertexGemini = new VertexModelEndpoint(vertex, VertexModelEndpoint.Publisher.GOOGLE);
        var vertexClaude = new VertexModelEndpoint(vertex, VertexModelEndpoint.Publisher.ANTHROPIC);
        var safety = new SafetyDialect();
        all.addAll(List.of(
                chat,
                responses,
                azureChat,
                messages,
                generate,
                cachedContents,
                embeddings,
                azureEmbeddings,
                new GeminiEmbedEndpoint(generate.dialect()),
                new OpenRouterChatEndpoint(new OpenRouterDialect()),
                converse,
                vertexGemini,
                vertexClaude,
                new TextAnalyzeEndpoint(safety),
                new ShieldPromptEndpoint(safety),
                new ModerationsEndpoint(chat.dialect())));
        all.addAll(List.of(responses.countTokens(), messages.countTokens(), generate.countTokens()));
        var openAi =
                new OpenAiVariant("openai", chat.dialect(), "/v1", false, new OpenAiRows(chat, responses, embeddings));
        List<CompatibleChatEndpoint> compatible = CompatibleChatEndpoint.all(chat);
        all.addAll(compatible);
        var variants = new ArrayList<>(List.of(openAi, AzureRows.flavour(azureChat, azureEmbeddings)));
        variants.addAll(CompatibleChatEndpoint.variants(compatible));
        for (OpenAiVariant flavour : variants) {
            all.addAll(new OpenAiFilesEndpoint(flavour, store).operations());
            all.addAll(new OpenAiBatchesEndpoint(flavour, store).operations());
        }
        CompatibleChatEndpoint fireworks = CompatibleChatEndpoint.named("fireworks", compatible);
        all.addAll(new DatasetsEndpoint(fireworks.dialect(), store).operations());
        all.addAll(new InferenceJobsEndpoint(fireworks, store).operations());
        all.addAll(new AnthropicBatchesEndpoint(messages, store).operations());
        all.add(new GeminiUploadEndpoint(generate.dialect(), store));
        all.addAll(cachedContents.operations());
        all.addAll(new GeminiFilesEndpoint(generate.dialect(), store).operations());
        all.addAll(new GeminiBatchesEndpoint(generate, store).operations());
        all.addAll(new BedrockJobsEndpoint(converse, store).operations());
        all.addAll(new VertexJobsEndpoint(vertexGemini, vertexClaude, store).operations());
        all.addAll(new BucketEndpoint(Storage.S3, store, InvocationOutput::of).operations());
        all.addAll(new BucketEndpoint(Storage.GOOGLE, store, PredictionOutput::of).operations());
    }

    /// The endpoint that `request` is meant for.
    Optional<Endpoint> find(HttpRequest request) {
        for (Endpoint endpoint : all) {
            if (endpoint.serves(request)) {
                return Optional.of(endpoint);
            }
        }
        return Optional.empty();
    }
}
