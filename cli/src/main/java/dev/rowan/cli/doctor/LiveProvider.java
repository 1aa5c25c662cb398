package dev.rowan.cli.doctor;

import dev.rowan.providers.openai.CompatibleApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A provider that can be checked, with a cheap model. Azure's deployments have names of their own, and compatible
/// providers change their models often: they have none. Batches are checked (`hasBatches`) where they need nothing but
/// the key.
record LiveProvider(String word, Optional<String> model, boolean hasBatches) {
    private static final Map<String, String> BATCH_NEEDS =
            Map.of("bedrock", "a bucket", "vertex", "a bucket", "fireworks", "'batch_account'");

    static List<LiveProvider> all() {
        return Stream.concat(
                        Stream.of(
                                new LiveProvider("openai", Optional.of("gpt-4o-mini"), true),
                                new LiveProvider("azure", Optional.empty(), true),
                                new LiveProvider("anthropic", Optional.of("claude-haiku-4-5"), true),
                                new LiveProvider("gemini", Optional.of("gemini-2.5-flash-lite"), true),
                                new LiveProvider("openrouter", Optional.of("openai/gpt-4o-mini"), false),
                                new LiveProvider("bedrock", Optional.empty(), false),
                                new LiveProvider("vertex", Optional.of("gemini-2.5-flash-lite"), false)),
                        CompatibleApi.all().stream()
                                .map(api -> new LiveProvider(
                                        api.name(),
                                        Optional.empty(),
                                        api.batch().isPresent() && !BATCH_NEEDS.containsKey(api.name()))))
                .toList();
    }

    /// Why no batch is checked.
    String withoutBatch() {
        return BATCH_NEEDS.containsKey(word)
                ? "batches of " + word + " need " + BATCH_NEEDS.get(word) + " and are not checked here"
                : "batches of " + word + " are not supported";
    }
}
