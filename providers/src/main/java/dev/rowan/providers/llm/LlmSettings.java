package dev.rowan.providers.llm;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// What an `llm` transform was told. With `isMulti` the queries came as a list, and messages name the one they mean.
record LlmSettings(
        Target target, List<Query> queries, boolean isMulti, int maxSchemaRetries, Optional<BigDecimal> temperature) {

    LlmSettings {
        queries = List.copyOf(queries);
    }
}
