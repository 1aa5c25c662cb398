package dev.rowan.providers.gemini;

import dev.rowan.providers.chat.ReasoningEffort;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The `thinkingConfig` for an effort: models of series 2.5 have a token budget, later ones a level. The budgets
/// are those of Google's OpenAI compatibility layer.
public final class GeminiThinking {
    private static final Pattern SERIES = Pattern.compile("(?:models/)?gemini-(\\d{1,4})(?:\\.(\\d{1,4}))?.*");

    private GeminiThinking() {}

    /// The configuration; empty if the model does not support this effort.
    public static Optional<Map<String, Object>> of(String model, ReasoningEffort effort) {
        return switch (generation(model)) {
            case WITHOUT -> Optional.empty();
            case BUDGET -> budget(effort).map(tokens -> Map.of("thinkingBudget", tokens));
            case LEVEL -> level(effort).map(word -> Map.of("thinkingLevel", word));
        };
    }

    private enum Generation {
        WITHOUT,
        BUDGET,
        LEVEL
    }

    /// A model with another name, such as a tuned one, is treated as a recent one.
    private static Generation generation(String model) {
        Matcher name = SERIES.matcher(model);
        if (!name.matches()) {
            return Generation.LEVEL;
        }
        int major = Integer.parseInt(name.group(1));
        int minor = name.group(2) == null ? 0 : Integer.parseInt(name.group(2));
        if (major >= 3) {
            return Generation.LEVEL;
        }
        return major == 2 && minor >= 5 ? Generation.BUDGET : Generation.WITHOUT;
    }

    private static Optional<Integer> budget(ReasoningEffort effort) {
        return switch (effort) {
            case NONE -> Optional.of(0);
            case MINIMAL, LOW -> Optional.of(1_024);
            case MEDIUM -> Optional.of(8_192);
            case HIGH -> Optional.of(24_576);
            case XHIGH, MAX -> Optional.empty();
        };
    }

    private static Optional<String> level(ReasoningEffort effort) {
        return switch (effort) {
            case MINIMAL, LOW, MEDIUM, HIGH -> Optional.of(effort.word());
            case NONE, XHIGH, MAX -> Optional.empty();
        };
    }
}
