package dev.rowan.providers.openai;

import dev.rowan.api.call.Attachment;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.json.RowJson;
import dev.rowan.providers.chat.ChatCodec;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.chat.ReplyBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST …/chat/completions` of OpenAI and compatible servers. The base is the URL up to `/v1`.
public final class ChatCompletions implements ChatCodec {
    private final CompletionQuirks quirks;

    private ChatCompletions(CompletionQuirks quirks) {
        this.quirks = quirks;
    }

    /// An API of the table of compatible providers.
    public static ChatCompletions of(CompatibleApi api) {
        return new ChatCompletions(api.quirks());
    }

    /// OpenAI itself, whose limit includes reasoning and is called `max_completion_tokens`.
    public static ChatCompletions openAi() {
        return new ChatCompletions(CompletionQuirks.OPENAI);
    }

    /// An OpenAI-compatible server, which knows `max_tokens`.
    public static ChatCompletions compatible() {
        return new ChatCompletions(CompletionQuirks.COMPATIBLE);
    }

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        return WireRequest.postJson(
                endpoint.at("/chat/completions"),
                Headers.none(),
                endpoint.bearer(),
                request.payload(body(request)),
                endpoint.deadline());
    }

    /// The body of a request, in order.
    public Map<String, @Nullable Object> body(ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", request.model());
        body.put("messages", messages(request));
        body.put(quirks.limitKey(), request.maxTokens());
        addParameters(request.parameters(), body);
        request.parameters().effort().ifPresent(effort -> body.put("reasoning_effort", effort.word()));
        request.schema().ifPresent(schema -> body.put("response_format", format(schema)));
        CacheKeys.addTo(body, request.marks());
        return request.parameters().extraBody().addTo(body);
    }

    private void addParameters(GenerationParameters parameters, Map<String, @Nullable Object> body) {
        parameters.temperature().ifPresent(t -> body.put("temperature", t));
        parameters.topP().ifPresent(p -> body.put("top_p", p));
        parameters.seed().ifPresent(seed -> body.put(quirks.seedKey(), seed));
        if (!parameters.stop().isEmpty()) {
            body.put("stop", parameters.stop());
        }
    }

    private List<Map<String, Object>> messages(ChatRequest request) {
        var messages = new ArrayList<Map<String, Object>>();
        system(request)
                .ifPresent(text -> messages.add(message("system", CacheKeys.system(text, request.marks(), "text"))));
        for (int i = 0; i < request.messages().size(); i++) {
            String text = request.messages().get(i);
            List<Attachment> attachments = request.attachments(i);
            messages.add(message(
                    "user",
                    attachments.isEmpty()
                            ? CacheKeys.message(request, i, "text")
                            : MediaParts.chat(text, attachments)));
        }
        return messages;
    }

    /// The system prompt, with the schema of the answer if the service is not given it otherwise.
    private Optional<String> system(ChatRequest request) {
        Optional<String> schema = request.schema()
                .filter(_ -> quirks.schema() == CompletionQuirks.SchemaForm.JSON_OBJECT)
                .map(answer -> "Answer with one JSON object that is valid for this JSON Schema:\n"
                        + new String(RowJson.writeValue(answer.schema()), StandardCharsets.UTF_8));
        return schema.map(
                        text -> request.system().map(own -> own + "\n\n" + text).orElse(text))
                .or(request::system);
    }

    static Map<String, Object> message(String role, Object content) {
        var message = new LinkedHashMap<String, Object>();
        message.put("role", role);
        message.put("content", content);
        return message;
    }

    private Map<String, @Nullable Object> format(ChatRequest.AnswerSchema schema) {
        if (quirks.schema() == CompletionQuirks.SchemaForm.JSON_OBJECT) {
            return Map.of("type", "json_object");
        }
        var inner = new LinkedHashMap<String, @Nullable Object>();
        inner.put("name", schema.name());
        inner.put("strict", schema.isStrict());
        inner.put("schema", schema.isStrict() ? schema.closed() : schema.schema());
        var format = new LinkedHashMap<String, @Nullable Object>();
        format.put("type", "json_schema");
        format.put("json_schema", inner);
        return format;
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        Optional<String> id = reply.headers().first("x-request-id");
        return ReplyBody.read(
                reply,
                id,
                body -> CompletionReader.read(body, id, quirks),
                body -> OpenAiErrors.reply(reply.status(), body, id, quirks.capacity()));
    }
}
