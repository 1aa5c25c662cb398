package dev.rowan.providers.llm;

import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.schema.AnswerCheck;
import dev.rowan.providers.template.PromptTemplate;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One question to the model for each row. `name` tells it from the others of the same row; with `allowEmpty` an answer
/// of blanks alone is one.
record Query(
        String name,
        String outputKey,
        PromptTemplate prompt,
        Optional<String> system,
        Optional<Structure> structure,
        boolean allowEmpty,
        int maxTokens) {

    /// The form that an answer must have: as it is sent, as it is checked here, and the file it was read from, if any.
    record Structure(AnswerSchema sent, AnswerCheck check, Optional<Path> file) {}

    /// The tokens that a request of this query counts for, whatever the row is.
    long leastTokens() {
        return new CallPrice(Optional.empty())
                .estimate(request("any", List.of(""), Optional.empty()))
                .mostTokens();
    }

    ChatRequest request(String model, List<String> messages, Optional<BigDecimal> temperature) {
        return new ChatRequest(model, system, messages, maxTokens, temperature, structure.map(Structure::sent));
    }
}
