package dev.rowan.providers.llm;

import dev.rowan.providers.attachment.AttachmentField;
import dev.rowan.providers.chat.GenerationParameters;
import java.util.List;

/// Settings of an `llm` transform. With `isMulti` there is a list of queries, and messages name the query.
/// `sharesAnswers` if equal
/// requests share one.
record LlmSettings(
        ModelTarget target,
        List<Query> queries,
        boolean isMulti,
        int maxSchemaRetries,
        GenerationParameters parameters,
        List<AttachmentField> attachments,
        boolean sharesAnswers) {

    LlmSettings {
        queries = List.copyOf(queries);
        attachments = List.copyOf(attachments);
    }
}
