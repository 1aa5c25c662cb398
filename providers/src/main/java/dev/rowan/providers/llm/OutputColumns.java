package dev.rowan.providers.llm;

import dev.rowan.api.Row;
import dev.rowan.api.text.FieldPath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The fields of an answer: the whole answer, parts of it by path, and metadata of its calls, in this order.
record OutputColumns(Optional<String> whole, Map<String, FieldPath> parts, Map<String, AnswerMetadata> metadata) {

    OutputColumns {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /// The field names, in order.
    List<String> names() {
        var names = new ArrayList<String>();
        whole.ifPresent(names::add);
        names.addAll(parts.keySet());
        names.addAll(metadata.keySet());
        return names;
    }

    /// The option that a field comes from.
    String option(String field) {
        if (metadata.containsKey(field)) {
            return LlmOptions.OUTPUT_METADATA.name();
        }
        return parts.containsKey(field) ? LlmOptions.OUTPUT.name() : LlmOptions.OUTPUT_KEY.name();
    }

    /// Whether the answer must be an object.
    boolean needsObject() {
        return !parts.isEmpty();
    }

    /// `row` with the fields of `answer`. A missing part is null.
    Row addTo(Row row, @Nullable Object answer, AnswerCalls calls) {
        Row added = row;
        if (whole.isPresent()) {
            added = added.with(whole.get(), answer);
        }
        for (Map.Entry<String, FieldPath> part : parts.entrySet()) {
            added = added.with(part.getKey(), part(answer, part.getValue()));
        }
        for (Map.Entry<String, AnswerMetadata> one : metadata.entrySet()) {
            added = added.with(one.getKey(), one.getValue().in(calls));
        }
        return added;
    }

    @SuppressWarnings("unchecked") // parsed JSON has text keys only
    private static @Nullable Object part(@Nullable Object answer, FieldPath path) {
        if (!(answer instanceof Map<?, ?> map)) {
            return null;
        }
        Optional<FieldPath.Found> found = path.in(Row.of((Map<String, @Nullable Object>) map));
        return found.isPresent() ? found.get().value() : null;
    }
}
