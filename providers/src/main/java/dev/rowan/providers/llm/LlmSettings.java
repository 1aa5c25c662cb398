package dev.rowan.providers.llm;

import dev.rowan.providers.chat.GenerationParameters;
import java.util.List;

/// Settings of an `llm` transform. With `isMulti` there is a list of queries, and messages name the query.
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
