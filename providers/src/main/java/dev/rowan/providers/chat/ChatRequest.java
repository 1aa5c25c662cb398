package dev.rowan.providers.chat;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A question to a model. `schema` asks for an answer in JSON.
public record ChatRequest(
        String model,
        Optional<String> system,
        List<String> messages,
        int maxTokens,
        GenerationParameters parameters,
        Optional<AnswerSchema> schema) {

    public ChatRequest {
        messages = List.copyOf(messages);
        if (model.isBlank() || messages.isEmpty() || maxTokens < 1) {
            throw new IllegalArgumentException("a request needs a model, a message and room for an answer");
        }
    }

    /// A question with no other parameter than a temperature.
    public ChatRequest(
            String model,
            Optional<String> system,
            List<String> messages,
            int maxTokens,
            Optional<BigDecimal> temperature,
            Optional<AnswerSchema> schema) {
        this(model, system, messages, maxTokens, GenerationParameters.withTemperature(temperature), schema);
    }

    /// The JSON Schema of the answer and the name that some providers want for it.
    public record AnswerSchema(String name, Map<String, @Nullable Object> schema) {
        private static final int MAX_NAME = 64;

        public AnswerSchema {
            schema = Collections.unmodifiableMap(new LinkedHashMap<>(schema));
            if (name.length() > MAX_NAME || !name.matches("[A-Za-z0-9_-]+")) {
                throw new IllegalArgumentException(
                        "a schema needs a name of up to 64 letters, digits, _ and -, got '" + name + "'");
            }
        }

        /// The schema with every object closed to properties that it does not name, as strict services want it.
        public Map<String, @Nullable Object> closed() {
            return ClosedSchema.of(schema);
        }

        /// Whether the closed schema is one that OpenAI enforces by itself: every property is required, and nothing
        /// stands in it that it does not know.
        public boolean isStrict() {
            return ClosedSchema.isStrict(closed());
        }
    }

    public static ChatRequest of(String model, String message, int maxTokens) {
        return new ChatRequest(
                model, Optional.empty(), List.of(message), maxTokens, GenerationParameters.NONE, Optional.empty());
    }
}
