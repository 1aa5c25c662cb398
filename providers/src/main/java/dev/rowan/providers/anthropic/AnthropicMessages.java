package dev.rowan.providers.anthropic;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.chat.ReplyBody;
import dev.rowan.providers.chat.RequestMarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Anthropic's `POST …/v1/messages`. The API version is always sent.
public final class AnthropicMessages implements ChatCodec {
    /// The default version.
    public static final String VERSION = "2023-06-01";

    /// From this version on, sampling parameters are rejected.
    private static final String WITHOUT_SAMPLING = "2026-10-21";

    /// Whether this API version rejects sampling parameters.
    public static boolean isWithoutSampling(String version) {
        return version.compareTo(WITHOUT_SAMPLING) >= 0;
    }

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        return WireRequest.postJson(
                endpoint.at("/v1/messages"),
                Headers.of("anthropic-version", endpoint.apiVersion().orElse(VERSION)),
                endpoint.header("x-api-key"),
                request.payload(withModel(request)),
                endpoint.deadline());
    }

    private static Map<String, @Nullable Object> withModel(ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", request.model());
        body.putAll(body(request));
        return body;
    }

    /// The body without the model.
    public static Map<String, @Nullable Object> body(ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("max_tokens", request.maxTokens());
        request.system().ifPresent(text -> body.put("system", system(text, request.marks())));
        var messages = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < request.messages().size(); i++) {
            messages.add(message(content(request, i)));
        }
        body.put("messages", messages);
        GenerationParameters parameters = request.parameters();
        parameters.temperature().ifPresent(t -> body.put("temperature", t));
        parameters.topP().ifPresent(p -> body.put("top_p", p));
        if (!parameters.stop().isEmpty()) {
            body.put("stop_sequences", parameters.stop());
        }
        var output = new LinkedHashMap<String, @Nullable Object>();
        parameters.effort().ifPresent(effort -> output.put("effort", effort.word()));
        request.schema().ifPresent(schema -> output.put("format", format(schema)));
        if (!output.isEmpty()) {
            body.put("output_config", output);
        }
        return parameters.extraBody().addTo(body);
    }

    private static Map<String, Object> message(Object content) {
        var message = new LinkedHashMap<String, Object>();
        message.put("role", "user");
        message.put("content", content);
        return message;
    }

    /// The text alone, or blocks: images and documents come before it.
    private static Object content(ChatRequest request, int index) {
        String text = request.messages().get(index);
        List<Attachment> attachments = request.attachments(index);
        int split = attachments.isEmpty() ? request.split(index) : 0;
        if (attachments.isEmpty() && split == 0) {
            return text;
        }
        var blocks = new ArrayList<Map<String, Object>>();
        for (Attachment attachment : attachments) {
            var source = new LinkedHashMap<String, Object>();
            source.put("type", "base64");
            source.put("media_type", attachment.mediaType());
            source.put("data", attachment.placeholder());
            boolean image = attachment.mediaType().startsWith("image/");
            blocks.add(block(image ? "image" : "document", "source", source));
        }
        if (split > 0) {
            blocks.add(marked(text.substring(0, split), request.marks()));
        }
        if (split < text.length()) {
            blocks.add(block("text", "text", text.substring(split)));
        }
        return blocks;
    }

    private static Object system(String text, RequestMarks marks) {
        return marks.marksSystem() ? List.of(marked(text, marks)) : text;
    }

    /// A block that ends a cached prefix.
    private static Map<String, Object> marked(String text, RequestMarks marks) {
        boolean hourly = marks.cache().filter(RequestMarks.CacheMarks::hourly).isPresent();
        var control = new LinkedHashMap<String, Object>();
        control.put("type", "ephemeral");
        if (hourly) {
            control.put("ttl", "1h");
        }
        Map<String, Object> block = block("text", "text", text);
        block.put("cache_control", control);
        return block;
    }

    private static Map<String, Object> block(String type, String key, Object value) {
        var block = new LinkedHashMap<String, Object>();
        block.put("type", type);
        block.put(key, value);
        return block;
    }

    private static Map<String, @Nullable Object> format(ChatRequest.AnswerSchema schema) {
        var format = new LinkedHashMap<String, @Nullable Object>();
        format.put("type", "json_schema");
        format.put("schema", schema.closed());
        return format;
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        Optional<String> id = reply.headers().first("request-id");
        return ReplyBody.read(
                reply,
                id,
                body -> MessageReader.read(body, id),
                body -> MessageReader.rejection(reply.status(), body, id));
    }
}
