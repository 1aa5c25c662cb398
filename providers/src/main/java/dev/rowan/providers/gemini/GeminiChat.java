package dev.rowan.providers.gemini;

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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST …/v1beta/models/{model}:generateContent` of the Gemini Developer API. The key is sent in a header, not in
/// the URL.
public final class GeminiChat implements ChatCodec {
    private static final String VERSION = "v1beta";

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        String path = "/" + endpoint.apiVersion().orElse(VERSION) + "/models/" + ChatEndpoint.part(request.model())
                + ":generateContent";
        return WireRequest.postJson(
                endpoint.at(path),
                Headers.none(),
                endpoint.header("x-goog-api-key"),
                request.payload(body(request)),
                endpoint.deadline());
    }

    /// The body, which is the same on Vertex AI.
    public static Map<String, @Nullable Object> body(ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        Optional<String> cached = request.marks().content();
        if (cached.isPresent()) {
            body.put("cachedContent", cached.get());
        } else {
            request.system().ifPresent(text -> body.put("systemInstruction", Map.of("parts", parts(text))));
        }
        var contents = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < request.messages().size(); i++) {
            String text = request.messages().get(i);
            String sent = cached.isPresent() ? text.substring(request.split(i)) : text;
            contents.add(content(sent, request.attachments(i)));
        }
        body.put("contents", contents);
        body.put("generationConfig", config(request));
        return request.parameters().extraBody().addTo(body);
    }

    private static Map<String, Object> content(String text, List<Attachment> attachments) {
        var parts = new ArrayList<Map<String, ?>>();
        for (Attachment attachment : attachments) {
            var data = new LinkedHashMap<String, String>();
            data.put("mimeType", attachment.mediaType());
            data.put("data", attachment.placeholder());
            parts.add(Map.of("inlineData", data));
        }
        parts.addAll(parts(text));
        var content = new LinkedHashMap<String, Object>();
        content.put("role", "user");
        content.put("parts", parts);
        return content;
    }

    private static List<Map<String, String>> parts(String text) {
        return List.of(Map.of("text", text));
    }

    private static Map<String, @Nullable Object> config(ChatRequest request) {
        var config = new LinkedHashMap<String, @Nullable Object>();
        config.put("maxOutputTokens", request.maxTokens());
        GenerationParameters parameters = request.parameters();
        parameters.temperature().ifPresent(t -> config.put("temperature", t));
        parameters.topP().ifPresent(p -> config.put("topP", p));
        parameters.seed().ifPresent(seed -> config.put("seed", seed));
        if (!parameters.stop().isEmpty()) {
            config.put("stopSequences", parameters.stop());
        }
        parameters
                .effort()
                .flatMap(effort -> GeminiThinking.of(request.model(), effort))
                .ifPresent(thinking -> config.put("thinkingConfig", thinking));
        request.schema().ifPresent(schema -> {
            config.put("responseMimeType", "application/json");
            config.put("responseJsonSchema", schema.schema());
        });
        return config;
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        Optional<String> id = reply.headers().first("x-request-id");
        return ReplyBody.read(
                reply,
                id,
                body -> ContentReader.read(body, id),
                body -> new ChatReply.Rejected(GeminiErrors.read(reply.status(), body), id));
    }
}
