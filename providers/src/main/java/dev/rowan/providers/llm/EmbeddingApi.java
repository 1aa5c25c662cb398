package dev.rowan.providers.llm;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.providers.azure.AzureBatches;
import dev.rowan.providers.azure.AzureEmbeddings;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.embedding.EmbeddingCodec;
import dev.rowan.providers.gemini.GeminiEmbeddings;
import dev.rowan.providers.openai.BatchDialect;
import dev.rowan.providers.openai.OpenAiBatches;
import dev.rowan.providers.openai.OpenAiEmbeddings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The APIs for embeddings.
enum EmbeddingApi {
    OPENAI,
    AZURE,
    GEMINI;

    private static final String SIMULATOR = "simulator";

    /// By the provider's name; the simulator imitates OpenAI.
    private static final Map<String, EmbeddingApi> PROVIDERS =
            Map.of("openai", OPENAI, SIMULATOR, OPENAI, "azure", AZURE, "gemini", GEMINI);

    static Optional<EmbeddingApi> of(Provider provider) {
        return Optional.ofNullable(PROVIDERS.get(provider.word()));
    }

    /// The providers that have one.
    static List<String> providers() {
        return PROVIDERS.keySet().stream().sorted().toList();
    }

    EmbeddingCodec codec() {
        return switch (this) {
            case OPENAI -> new OpenAiEmbeddings();
            case AZURE -> new AzureEmbeddings();
            case GEMINI -> new GeminiEmbeddings();
        };
    }

    /// The limits of its batch service, if Rowan knows one.
    Optional<BatchLimits> batchLimits(Provider provider) {
        return switch (this) {
            case OPENAI -> Optional.of(openAiTerms(provider));
            case AZURE -> Optional.of(BatchDialect.azureTerms());
            case GEMINI -> Optional.empty();
        };
    }

    BatchService batches(ModelName model, ChatEndpoint endpoint, ReplyReader receipts) {
        return switch (this) {
            case OPENAI ->
                new OpenAiBatches(
                        endpoint, model.model(), receipts, BatchDialect.embeddings(openAiTerms(model.provider())));
            case AZURE -> AzureBatches.embeddings(endpoint, model.model(), receipts);
            case GEMINI -> throw new IllegalStateException("embeddings of Gemini have no batch service here");
        };
    }

    private static BatchLimits openAiTerms(Provider provider) {
        return provider.word().equals(SIMULATOR) ? BatchDialect.simulatorTerms() : BatchDialect.openAiTerms();
    }
}
