package dev.rowan.providers.chat;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Payload;
import dev.rowan.json.RowJson;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A chat request. `schema` requests an answer in JSON; `media` goes with the first message, `marks` do not belong
/// to the request that identifies a call.
public record ChatRequest(
        String model,
        Optional<String> system,
        List<String> messages,
        int maxTokens,
        GenerationParameters parameters,
        Optional<AnswerSchema> schema,
        AttachedMedia media,
        RequestMarks marks) {

    public ChatRequest(
            String model,
            Optional<String> system,
            List<String> messages,
            int maxTokens,
            GenerationParameters parameters,
            Optional<AnswerSchema> schema,
            AttachedMedia media) {
        this(model, system, messages, maxTokens, parameters, schema, media, RequestMarks.NONE);
    }

    /// The same with marks. The answer does not depend on them.
    public ChatRequest with(RequestMarks others) {
        return new ChatRequest(model, system, messages, maxTokens, parameters, schema, media, others);
    }

    /// The characters of message `index` in the marked prefix.
    public int split(int index) {
        return index == 0 ? Math.min(marks.split(), messages.getFirst().length()) : 0;
    }

    public ChatRequest(
            String model,
            Optional<String> system,
            List<String> messages,
            int maxTokens,
            GenerationParameters parameters,
            Optional<AnswerSchema> schema) {
        this(model, system, messages, maxTokens, parameters, schema, AttachedMedia.NONE);
    }

    public ChatRequest {
        messages = List.copyOf(messages);
        if (model.isBlank() || messages.isEmpty() || maxTokens < 1) {
            throw new IllegalArgumentException("a request needs a model, a message and max_tokens above 0");
        }
    }

    /// The JSON Schema of the answer and its name, which some providers require.
    public record AnswerSchema(String name, Map<String, @Nullable Object> schema) {
        private static final int MAX_NAME = 64;

        public AnswerSchema {
            schema = Collections.unmodifiableMap(new LinkedHashMap<>(schema));
            if (name.length() > MAX_NAME || !name.matches("[A-Za-z0-9_-]+")) {
                throw new IllegalArgumentException(
                        "a schema needs a name of up to 64 letters, digits, _ and -, got '" + name + "'");
            }
        }

        /// The schema with every object closed (`additionalProperties: false`), as strict services require.
        public Map<String, @Nullable Object> closed() {
            return ClosedSchema.of(schema);
        }

        /// Whether OpenAI enforces the closed schema: every property is required, and all keywords are supported.
        public boolean isStrict() {
            return ClosedSchema.isStrict(closed());
        }
    }

    /// The payload of a body, in which placeholders stand for attachments.
    public Payload payload(Map<String, @Nullable Object> body) {
        return Payload.of(RowJson.writeValue(body), media.attachments());
    }

    /// The attachments of message `index`: those of the request for the first.
    public List<Attachment> attachments(int index) {
        return index == 0 ? media.attachments() : List.of();
    }

    public static ChatRequest of(String model, String message, int maxTokens) {
        return new ChatRequest(
                model, Optional.empty(), List.of(message), maxTokens, GenerationParameters.NONE, Optional.empty());
    }
}
