package dev.rowan.providers.llm;

import dev.rowan.api.call.Usd;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Option.Reading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Metadata of an answer that can be added to a row.
enum AnswerMetadata {
    MODEL,
    FINISH_REASON,
    INPUT_TOKENS,
    CACHED_INPUT_TOKENS,
    OUTPUT_TOKENS,
    REASONING_TOKENS,
    COST_USD;

    private static final List<String> WORDS =
            Stream.of(values()).map(AnswerMetadata::word).toList();
    private static final String RULE = "a mapping of new fields to " + String.join(", ", WORDS);

    private static final Map<String, Object> SCHEMA =
            Map.of("type", "object", "minProperties", 1, "additionalProperties", Map.of("enum", WORDS));

    /// An option that maps new fields to metadata.
    static Option<Map<String, AnswerMetadata>> named(String name) {
        return Option.free(name, RULE, SCHEMA, AnswerMetadata::read);
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Reading<Map<String, AnswerMetadata>> read(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var _, var _, var entries)) || entries.isEmpty()) {
            return new Reading.Wrong<>("must be " + RULE);
        }
        var fields = new LinkedHashMap<String, AnswerMetadata>();
        var wrong = new ArrayList<Reading.Part>();
        entries.forEach((field, entry) -> {
            int at = entry.value() instanceof ConfigNode.Scalar(var _, var _, String word) ? WORDS.indexOf(word) : -1;
            if (at < 0) {
                wrong.add(new Reading.Part(entry.value(), "must be one of " + String.join(", ", WORDS)));
            } else {
                fields.put(field, values()[at]);
            }
        });
        return wrong.isEmpty()
                ? new Reading.Value<>(Collections.unmodifiableMap(fields))
                : new Reading.WrongParts<>(wrong);
    }

    /// The value for the row; null if the provider did not report it.
    @Nullable
    Object in(AnswerCalls calls) {
        return orNull(
                switch (this) {
                    case MODEL -> calls.model();
                    case FINISH_REASON -> calls.finish();
                    case INPUT_TOKENS -> calls.usage().input();
                    case CACHED_INPUT_TOKENS -> calls.usage().cachedInput();
                    case OUTPUT_TOKENS -> calls.usage().output();
                    case REASONING_TOKENS -> calls.usage().reasoning();
                    case COST_USD -> calls.cost().map(Usd::dollars);
                });
    }

    private static @Nullable Object orNull(Optional<? extends Object> value) {
        return value.isPresent() ? value.get() : null;
    }
}
