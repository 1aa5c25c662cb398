package dev.rowan.providers.llm;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.BatchService;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Usage;
import dev.rowan.api.secret.Secret;
import dev.rowan.providers.anthropic.AnthropicBatches;
import dev.rowan.providers.azure.AzureBatches;
import dev.rowan.providers.bedrock.BedrockBatches;
import dev.rowan.providers.bucket.BatchBucket;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.fireworks.FireworksBatches;
import dev.rowan.providers.gemini.GeminiBatches;
import dev.rowan.providers.openai.BatchDialect;
import dev.rowan.providers.openai.OpenAiBatches;
import dev.rowan.providers.vertex.VertexBatches;
import dev.rowan.providers.vertex.VertexClaude;
import dev.rowan.providers.vertex.VertexForm;
import dev.rowan.providers.vertex.VertexGemini;
import dev.rowan.providers.vertex.VertexLocation;
import java.net.URI;
import java.util.Optional;

/// Connects a model's calls to its provider's batch API. The simulator imitates OpenAI.
record BatchRoute(ModelTarget target) {

    /// The limits of the batch API, from the settings alone; empty if there is none, or it lacks a place for its files.
    Optional<BatchLimits> limits() {
        if (!target.hasBatches()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (target.name().provider()) {
                    case NativeProvider.BEDROCK -> BedrockBatches.TERMS;
                    case NativeProvider.VERTEX -> vertexForm().limits();
                    case NativeProvider _, CompatibleProvider _ ->
                        at(unknownEndpoint(), Optional.empty(), _ -> unread()).limits();
                });
    }

    /// The batch API at the same address and with the same key as in realtime. `bucket` is that of its files, if it has
    /// one.
    BatchService of(ModelService service, Optional<BatchBucket> bucket) {
        Optional<VertexLocation> location = switch (service.codec()) {
            case VertexGemini(VertexLocation at) -> Optional.of(at);
            case VertexClaude(VertexLocation at) -> Optional.of(at);
            default -> Optional.empty();
        };
        return location.isPresent()
                ? new VertexBatches(
                        service.endpoint(),
                        location.get(),
                        bucket.orElseThrow(),
                        vertexForm(),
                        target.name().model(),
                        service.batchReceipts())
                : at(service.endpoint(), bucket, service.batchReceipts());
    }

    private VertexForm vertexForm() {
        return target.name().isClaude() ? VertexForm.CLAUDE : VertexForm.GEMINI;
    }

    private BatchService at(ChatEndpoint endpoint, Optional<BatchBucket> bucket, ReplyReader receipts) {
        String model = target.name().model();
        return switch (target.name().provider()) {
            case NativeProvider.OPENAI ->
                new OpenAiBatches(endpoint, model, receipts, dialect(BatchDialect.openAiTerms()));
            case NativeProvider.SIMULATOR ->
                new OpenAiBatches(endpoint, model, receipts, dialect(BatchDialect.simulatorTerms()));
            case NativeProvider.AZURE -> AzureBatches.of(endpoint, model, receipts);
            case NativeProvider.ANTHROPIC -> new AnthropicBatches(endpoint, model, receipts);
            case NativeProvider.GEMINI -> new GeminiBatches(endpoint, model, receipts);
            case NativeProvider.BEDROCK ->
                new BedrockBatches(
                        endpoint,
                        bucket.orElseThrow(),
                        target.batchFiles().role().orElseThrow(),
                        model,
                        receipts);
            case NativeProvider.OPENROUTER, NativeProvider.VERTEX ->
                throw new IllegalStateException(
                        target.name().provider().word() + " has its batches elsewhere, or none");
            case CompatibleProvider(var compatible) ->
                switch (compatible.batch().orElseThrow()) {
                    case FIREWORKS ->
                        new FireworksBatches(
                                endpoint, target.batchFiles().account().orElseThrow(), model, receipts);
                    case GROQ, MISTRAL, TOGETHER, XAI ->
                        new OpenAiBatches(
                                endpoint,
                                model,
                                receipts,
                                BatchDialect.of(compatible.batch().orElseThrow()));
                };
        };
    }

    private BatchDialect dialect(BatchLimits limits) {
        return switch (target.api()) {
            case CHAT -> BatchDialect.chat(limits);
            case RESPONSES -> BatchDialect.responses(limits);
        };
    }

    /// Limits do not depend on the address.
    private ChatEndpoint unknownEndpoint() {
        return new ChatEndpoint(
                URI.create("https://unknown.invalid"),
                Secret.of("none", "not-a-secret"),
                target.apiVersion(),
                target.timeout(),
                ExtraHeaders.NONE);
    }

    private static Receipt unread() {
        return Receipt.unreadable(Usage.unknown(), Optional.empty(), Optional.empty());
    }
}
