package dev.rowan.providers.llm;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Usage;
import dev.rowan.api.secret.Secret;
import dev.rowan.providers.anthropic.AnthropicBatches;
import dev.rowan.providers.azure.AzureBatches;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.gemini.GeminiBatches;
import dev.rowan.providers.openai.BatchDialect;
import dev.rowan.providers.openai.OpenAiBatches;
import java.net.URI;
import java.util.Optional;

/// The way of a model's calls through its provider's batch service. The simulator stands for OpenAI.
record BatchRoute(ModelTarget target) {

    /// What the service takes, by the settings alone; empty where there is none.
    Optional<BatchLimits> terms() {
        return target.hasBatches() ? Optional.of(at(nowhere(), _ -> unread()).terms()) : Optional.empty();
    }

    /// The service at the same address and with the same key as in real time. Gemini takes as much for what
    /// was found in its cache as in real time.
    BatchService of(ModelService service) {
        BatchLimits terms = terms().orElseThrow(() -> new IllegalStateException("the provider has no batch service"));
        return at(
                service.endpoint(),
                service.batchReceipts(terms.share(), target.name().provider() == Provider.GEMINI));
    }

    private BatchService at(ChatEndpoint endpoint, ReplyReader receipts) {
        String model = target.name().model();
        return switch (target.name().provider()) {
            case OPENAI -> new OpenAiBatches(endpoint, model, receipts, dialect(BatchDialect.openAiTerms()));
            case SIMULATOR -> new OpenAiBatches(endpoint, model, receipts, dialect(BatchDialect.simulatorTerms()));
            case AZURE -> AzureBatches.of(endpoint, model, receipts);
            case ANTHROPIC -> new AnthropicBatches(endpoint, model, receipts);
            case GEMINI -> new GeminiBatches(endpoint, model, receipts);
            case OPENROUTER -> throw new IllegalStateException("OpenRouter's batches are not spoken");
        };
    }

    private BatchDialect dialect(BatchLimits terms) {
        return switch (target.api()) {
            case CHAT -> BatchDialect.chat(terms);
            case RESPONSES -> BatchDialect.responses(terms);
        };
    }

    /// Terms do not depend on where the service is.
    private ChatEndpoint nowhere() {
        return new ChatEndpoint(
                URI.create("https://unknown.invalid"),
                Secret.of("none", "not-a-secret"),
                target.apiVersion(),
                target.timeout());
    }

    private static Receipt unread() {
        return Receipt.unreadable(Usage.unknown(), Optional.empty(), Optional.empty());
    }
}
