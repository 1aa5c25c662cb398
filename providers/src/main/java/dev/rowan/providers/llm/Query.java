package dev.rowan.providers.llm;

import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import dev.rowan.providers.schema.AnswerCheck;
import dev.rowan.providers.template.PromptTemplate;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One question to the model for each row. `name` tells it from the others of the same row.
record Query(
        String name,
        String outputKey,
        PromptTemplate prompt,
        Optional<String> system,
        Optional<Structure> structure,
        int maxTokens) {

    /// The form that an answer must have: as it is sent, as it is checked here, and the file it was read from, if any.
    record Structure(AnswerSchema sent, AnswerCheck check, Optional<Path> file) {}

    ChatRequest request(String model, List<String> messages, Optional<BigDecimal> temperature) {
        return new ChatRequest(model, system, messages, maxTokens, temperature, structure.map(Structure::sent));
    }
}
