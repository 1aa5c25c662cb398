package dev.rowan.cli.doctor;

import dev.rowan.providers.openai.CompatibleApi;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A provider that can be checked, with a cheap model. Azure's deployments have names of their own, and compatible
/// providers change their models often: they have none. Batches are checked where they need no bucket (`hasBatches`).
record LiveProvider(String word, Optional<String> model, boolean hasBatches) {
    private static final List<String> IN_BUCKETS = List.of("bedrock", "vertex");

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
                                        api.batch().isPresent())))
                .toList();
    }

    /// Why no batch is checked.
    String withoutBatch() {
        return IN_BUCKETS.contains(word)
                ? "batches of " + word + " need a bucket and are not checked here"
                : word + " has no batch service";
    }
}
