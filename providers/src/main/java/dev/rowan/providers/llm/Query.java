package dev.rowan.providers.llm;

import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.schema.AnswerCheck;
import dev.rowan.providers.template.PromptTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One question to the model for each row. `name` tells it from the others of the same row; with `allowEmpty` an
/// answer of blanks alone is one; `promptOption` is the setting that holds the prompt, and `promptFiles` are the files
/// that its prompts were read from.
record Query(
        String name,
        OutputColumns output,
        PromptTemplate prompt,
        Optional<String> system,
        Optional<Structure> structure,
        boolean allowEmpty,
        int maxTokens,
        String promptOption,
        List<Path> promptFiles) {

    Query {
        promptFiles = List.copyOf(promptFiles);
    }

    /// The form that an answer must have: as it is sent, as it is checked here, and the file it was read from, if any.
    record Structure(AnswerSchema sent, AnswerCheck check, Optional<Path> file) {}

    /// The tokens that a request of this query counts for, whatever the row is.
    long leastTokens(GenerationParameters parameters) {
        return new CallPrice(Optional.empty())
                .estimate(request("any", List.of(""), parameters))
                .maxTokens();
    }

    ChatRequest request(String model, List<String> messages, GenerationParameters parameters) {
        return new ChatRequest(model, system, messages, maxTokens, parameters, structure.map(Structure::sent));
    }
}
