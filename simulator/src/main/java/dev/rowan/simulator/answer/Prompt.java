package dev.rowan.simulator.answer;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a model is asked, whichever provider carries it: all texts together, the last text of the user, the form
/// that the answer must have and how long it may be.
public record Prompt(String whole, String last, Form form, Optional<Long> maxTokens) {

    /// The form that an answer must have.
    public sealed interface Form {
        record Text() implements Form {}

        /// Some JSON object.
        record AnyJson() implements Form {}

        /// JSON that is valid for `schema`.
        record Schema(Map<String, ? extends @Nullable Object> schema) implements Form {}
    }

    public Prompt {
        maxTokens = maxTokens.map(tokens -> Math.max(1, tokens));
    }
}
