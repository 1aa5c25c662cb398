package dev.rowan.providers.llm;

import dev.rowan.providers.chat.GenerationParameters;
import java.util.List;

/// What an `llm` transform was told. With `isMulti` the queries came as a list, and messages name the one they mean.
record LlmSettings(
        ModelTarget target,
        List<Query> queries,
        boolean isMulti,
        int maxSchemaRetries,
        GenerationParameters parameters) {

    LlmSettings {
        queries = List.copyOf(queries);
    }
}
