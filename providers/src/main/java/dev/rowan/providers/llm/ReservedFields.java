package dev.rowan.providers.llm;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Request fields that `extra_body` may not set, because Rowan sets them or could not read the reply.
final class ReservedFields {
    private static final String SETS = "Rowan sets it itself";
    private static final String ONE_ANSWER = "a question has one answer, which is not streamed";

    private static final Map<String, String> REASONS = Map.ofEntries(
            Map.entry("model", "use 'model' or 'deployment_name'"),
            Map.entry("messages", SETS),
            Map.entry("input", SETS),
            Map.entry("instructions", "use 'system_prompt'"),
            Map.entry("system", "use 'system_prompt'"),
            Map.entry("systemInstruction", "use 'system_prompt'"),
            Map.entry("system_instruction", "use 'system_prompt'"),
            Map.entry("contents", SETS),
            Map.entry("max_tokens", "use 'max_tokens' next to it"),
            Map.entry("max_completion_tokens", "use 'max_tokens'"),
            Map.entry("max_output_tokens", "use 'max_tokens'"),
            Map.entry("temperature", "use 'temperature' next to it"),
            Map.entry("top_p", "use 'top_p' next to it"),
            Map.entry("seed", "use 'seed' next to it"),
            Map.entry("stop", "use 'stop' next to it"),
            Map.entry("stop_sequences", "use 'stop'"),
            Map.entry("reasoning_effort", "use 'reasoning_effort' next to it"),
            Map.entry("response_format", "use 'output_schema'"),
            Map.entry("store", SETS),
            Map.entry("stream", ONE_ANSWER),
            Map.entry("stream_options", ONE_ANSWER),
            Map.entry("n", ONE_ANSWER),
            Map.entry("background", ONE_ANSWER),
            Map.entry("reasoning.effort", "use 'reasoning_effort'"),
            Map.entry("text.format", "use 'output_schema'"),
            Map.entry("output_config.effort", "use 'reasoning_effort'"),
            Map.entry("output_config.format", "use 'output_schema'"),
            Map.entry("provider.require_parameters", SETS),
            Map.entry("generation_config", "write 'generationConfig'"),
            Map.entry("generationConfig.maxOutputTokens", "use 'max_tokens'"),
            Map.entry("generationConfig.temperature", "use 'temperature'"),
            Map.entry("generationConfig.topP", "use 'top_p'"),
            Map.entry("generationConfig.seed", "use 'seed'"),
            Map.entry("generationConfig.stopSequences", "use 'stop'"),
            Map.entry("generationConfig.responseMimeType", "use 'output_schema'"),
            Map.entry("generationConfig.responseSchema", "use 'output_schema'"),
            Map.entry("generationConfig.responseJsonSchema", "use 'output_schema'"),
            Map.entry("generationConfig.candidateCount", ONE_ANSWER));

    /// Objects that Rowan writes; only objects can be merged into them.
    private static final Set<String> OBJECTS =
            Set.of("generationConfig", "output_config", "text", "reasoning", "provider");

    private ReservedFields() {}

    /// The first reserved field, as a sentence.
    static Optional<String> find(Map<String, ? extends @Nullable Object> fields) {
        return fields.entrySet().stream()
                .flatMap(field -> of(field.getKey(), field.getValue()).stream())
                .findFirst();
    }

    private static Optional<String> of(String name, @Nullable Object value) {
        if (REASONS.containsKey(name)) {
            return Optional.of("must not hold '" + name + "': " + REASONS.get(name));
        }
        if (!OBJECTS.contains(name)) {
            return Optional.empty();
        }
        if (!(value instanceof Map<?, ?> inner)) {
            return Optional.of("must hold an object under '" + name + "'");
        }
        return inner.keySet().stream()
                .map(key -> name + "." + key)
                .filter(REASONS::containsKey)
                .findFirst()
                .map(path -> "must not hold '" + path + "': " + REASONS.get(path));
    }
}
