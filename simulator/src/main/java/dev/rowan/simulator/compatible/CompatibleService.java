package dev.rowan.simulator.compatible;

import dev.rowan.simulator.openai.JobStyle;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// An OpenAI-compatible service and what it does differently.
///
/// `refused` are keys of a request that it does not know, `cachedKey` is the key of its usage with cached tokens, and
/// `batches` the style of its batches, if it has any.
record CompatibleService(
        String name,
        ErrorForm errors,
        List<String> refused,
        boolean hasSchemas,
        Optional<String> cachedKey,
        String stop,
        Optional<JobStyle> batches) {
    private static final List<String> OPENAI_ALONE = List.of("prompt_cache_options", "prompt_cache_retention");

    static final List<CompatibleService> ALL = List.of(
            new CompatibleService(
                    "mistral",
                    ErrorForm.FLAT,
                    List.of("seed", "max_completion_tokens", "service_tier"),
                    true,
                    Optional.empty(),
                    "stop",
                    Optional.of(JobStyle.MISTRAL)),
            usual("groq", Optional.of(JobStyle.OPENAI)),
            new CompatibleService(
                    "together",
                    ErrorForm.OPENAI,
                    List.of("max_completion_tokens", "service_tier"),
                    true,
                    Optional.empty(),
                    "eos",
                    Optional.of(JobStyle.TOGETHER)),
            usual("fireworks", Optional.empty()),
            new CompatibleService(
                    "xai", ErrorForm.TEXT, List.of(), true, Optional.empty(), "stop", Optional.of(JobStyle.XAI)),
            new CompatibleService(
                    "deepseek",
                    ErrorForm.OPENAI,
                    List.of("seed", "max_completion_tokens", "service_tier"),
                    false,
                    Optional.of("prompt_cache_hit_tokens"),
                    "stop",
                    Optional.empty()));

    CompatibleService {
        refused = List.copyOf(refused);
    }

    /// How errors are written.
    enum ErrorForm {
        /// `{"error": {…}}`.
        OPENAI,
        /// The fields of the error are those of the body.
        FLAT,
        /// `{"code": …, "error": "text"}`.
        TEXT
    }

    private static CompatibleService usual(String name, Optional<JobStyle> batches) {
        return new CompatibleService(name, ErrorForm.OPENAI, List.of(), true, Optional.empty(), "stop", batches);
    }

    /// Any other server, such as one of one's own.
    static CompatibleService other() {
        return usual("compatible", Optional.empty());
    }

    /// The keys that this service refuses.
    List<String> unknownKeys() {
        return Stream.concat(refused.stream(), OPENAI_ALONE.stream()).toList();
    }
}
