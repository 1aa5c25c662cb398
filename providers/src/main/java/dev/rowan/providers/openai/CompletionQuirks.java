package dev.rowan.providers.openai;

import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where chat completions of a compatible API differ from OpenAI's.
///
/// `limitKey` and `seedKey` are the keys of `max_tokens` and `seed` in a request. `finish` maps finish reasons to those
/// of OpenAI, or to `capacity` for an answer that was cut off by an overload. `cachedTokens` are other keys of the
/// usage with the number of cached tokens. `capacity` are statuses of an overload beside the usual ones.
public record CompletionQuirks(
        String limitKey,
        String seedKey,
        SchemaForm schema,
        Map<String, String> finish,
        List<String> cachedTokens,
        Set<Integer> capacity) {
    static final CompletionQuirks OPENAI = of("max_completion_tokens");

    /// What OpenAI-compatible servers know.
    static final CompletionQuirks COMPATIBLE = of("max_tokens");

    public CompletionQuirks {
        finish = Map.copyOf(finish);
        cachedTokens = List.copyOf(cachedTokens);
        capacity = Set.copyOf(capacity);
    }

    /// How an answer in JSON is asked for.
    public enum SchemaForm {
        /// `json_schema`: the service is given the schema.
        JSON_SCHEMA,
        /// `json_object`: the service ensures JSON alone, so that the system prompt describes the schema.
        JSON_OBJECT
    }

    private static CompletionQuirks of(String limitKey) {
        return new CompletionQuirks(limitKey, "seed", SchemaForm.JSON_SCHEMA, Map.of(), List.of(), Set.of());
    }
}
