package dev.rowan.providers.llm;

import dev.rowan.providers.chat.AttachedMedia;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ChatRequest.AnswerSchema;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.price.CallPrice;
import dev.rowan.providers.price.TierChoice;
import dev.rowan.providers.schema.AnswerCheck;
import dev.rowan.providers.template.PromptTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// One prompt per row. `name` identifies it; with `allowEmpty` a blank answer passes; `promptOption` is the option
/// with the prompt, and `promptFiles` are its files.
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

    /// The schema of an answer: as sent, as validated here, and its file, if any.
    record Structure(AnswerSchema sent, AnswerCheck check, Optional<Path> file) {}

    /// The minimum tokens of a request, whatever the row is.
    long leastTokens(GenerationParameters parameters) {
        return new CallPrice(Optional.empty(), TierChoice.STANDARD)
                .estimate(request("any", List.of(""), parameters))
                .maxTokens();
    }

    ChatRequest request(String model, List<String> messages, GenerationParameters parameters) {
        return request(model, messages, parameters, AttachedMedia.NONE);
    }

    ChatRequest request(String model, List<String> messages, GenerationParameters parameters, AttachedMedia media) {
        return new ChatRequest(model, system, messages, maxTokens, parameters, structure.map(Structure::sent), media);
    }
}
