package dev.rowan.cli.doctor;

import java.util.Locale;
import java.util.Optional;

/// A provider that can be checked, with a cheap model.
enum LiveProvider {
    OPENAI(Optional.of("gpt-4o-mini"), true),
    AZURE(Optional.empty(), true),
    ANTHROPIC(Optional.of("claude-haiku-4-5"), true),
    GEMINI(Optional.of("gemini-2.5-flash-lite"), true),
    OPENROUTER(Optional.of("openai/gpt-4o-mini"), false);

    private final Optional<String> model;
    private final boolean batches;

    LiveProvider(Optional<String> model, boolean batches) {
        this.model = model;
        this.batches = batches;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The model; empty for Azure, whose deployments have names of their own.
    Optional<String> model() {
        return model;
    }

    boolean hasBatches() {
        return batches;
    }
}
