package dev.rowan.providers.openai;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ReplyBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// OpenAI's `POST …/responses`, with `store: false`.
public final class Responses implements ChatCodec {

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        return WireRequest.postJson(
                endpoint.at("/responses"),
                Headers.none(),
                endpoint.bearer(),
                request.payload(body(request)),
                endpoint.deadline());
    }

    private static Map<String, @Nullable Object> body(ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", request.model());
        var input = new ArrayList<Map<String, Object>>();
        // instructions have no blocks; a developer message says the same
        request.system().ifPresent(text -> {
            if (request.marks().marksSystem()) {
                input.add(ChatCompletions.message("developer", CacheKeys.system(text, request.marks(), "input_text")));
            } else {
                body.put("instructions", text);
            }
        });
        for (int i = 0; i < request.messages().size(); i++) {
            String text = request.messages().get(i);
            List<Attachment> attachments = request.attachments(i);
            input.add(ChatCompletions.message(
                    "user",
                    attachments.isEmpty()
                            ? CacheKeys.message(request, i, "input_text")
                            : MediaParts.response(text, attachments)));
        }
        body.put("input", input);
        body.put("max_output_tokens", request.maxTokens());
        request.parameters().temperature().ifPresent(t -> body.put("temperature", t));
        request.parameters().topP().ifPresent(p -> body.put("top_p", p));
        request.parameters().effort().ifPresent(effort -> body.put("reasoning", Map.of("effort", effort.word())));
        request.schema().ifPresent(schema -> body.put("text", Map.of("format", format(schema))));
        body.put("store", false);
        CacheKeys.addTo(body, request.marks());
        return request.parameters().extraBody().addTo(body);
    }

    private static Map<String, @Nullable Object> format(ChatRequest.AnswerSchema schema) {
        var format = new LinkedHashMap<String, @Nullable Object>();
        format.put("type", "json_schema");
        format.put("name", schema.name());
        format.put("strict", schema.isStrict());
        format.put("schema", schema.isStrict() ? schema.closed() : schema.schema());
        return format;
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        Optional<String> id = reply.headers().first("x-request-id");
        return ReplyBody.read(
                reply, id, body -> ResponseReader.read(body, id), body -> OpenAiErrors.reply(reply.status(), body, id));
    }
}
