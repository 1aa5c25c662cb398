package dev.rowan.providers.bedrock;

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
import dev.rowan.providers.chat.RequestMarks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST /model/{id}/converse`, the same for all models of Bedrock. The id may be that of a model, of an inference
/// profile, or an ARN.
public final class BedrockConverse implements ChatCodec {

    @Override
    public WireRequest request(ChatEndpoint endpoint, ChatRequest request) {
        return WireRequest.postJson(
                endpoint.at("/model/" + ChatEndpoint.part(request.model()) + "/converse"),
                Headers.none(),
                endpoint.bearer(),
                request.payload(body(request)),
                endpoint.deadline());
    }

    private static Map<String, @Nullable Object> body(ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        request.system().ifPresent(text -> body.put("system", system(text, request.marks())));
        body.put("messages", List.of(message(request)));
        body.put("inferenceConfig", inference(request));
        request.schema().ifPresent(schema -> body.put("outputConfig", output(schema)));
        request.marks().tier().ifPresent(tier -> body.put("serviceTier", Map.of("type", tier)));
        return request.parameters().extraBody().addTo(body);
    }

    private static List<Map<String, Object>> system(String text, RequestMarks marks) {
        var blocks = new ArrayList<Map<String, Object>>();
        blocks.add(Map.of("text", text));
        if (marks.marksSystem()) {
            blocks.add(cachePoint(marks));
        }
        return blocks;
    }

    /// One message, since those of the user and the model must alternate.
    private static Map<String, Object> message(ChatRequest request) {
        var blocks = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < request.messages().size(); i++) {
            String text = request.messages().get(i);
            int split = request.split(i);
            if (split > 0) {
                blocks.add(Map.of("text", text.substring(0, split)));
                blocks.add(cachePoint(request.marks()));
            }
            if (split < text.length()) {
                blocks.add(Map.of("text", text.substring(split)));
            }
        }
        var message = new LinkedHashMap<String, Object>();
        message.put("role", "user");
        message.put("content", blocks);
        return message;
    }

    /// A block that ends a cached prefix.
    private static Map<String, Object> cachePoint(RequestMarks marks) {
        var point = new LinkedHashMap<String, Object>();
        point.put("type", "default");
        if (marks.cache().filter(RequestMarks.CacheMarks::hourly).isPresent()) {
            point.put("ttl", "1h");
        }
        return Map.of("cachePoint", point);
    }

    private static Map<String, Object> inference(ChatRequest request) {
        var config = new LinkedHashMap<String, Object>();
        config.put("maxTokens", request.maxTokens());
        GenerationParameters parameters = request.parameters();
        parameters.temperature().ifPresent(t -> config.put("temperature", t));
        parameters.topP().ifPresent(p -> config.put("topP", p));
        if (!parameters.stop().isEmpty()) {
            config.put("stopSequences", parameters.stop());
        }
        return config;
    }

    /// The schema is a text that holds JSON.
    private static Map<String, Object> output(ChatRequest.AnswerSchema schema) {
        var definition = new LinkedHashMap<String, Object>();
        definition.put("schema", new String(RowJson.writeValue(schema.closed()), StandardCharsets.UTF_8));
        definition.put("name", schema.name());
        var format = new LinkedHashMap<String, Object>();
        format.put("type", "json_schema");
        format.put("structure", Map.of("jsonSchema", definition));
        return Map.of("textFormat", format);
    }

    @Override
    public ChatReply reply(WireReply.Complete reply) {
        Optional<String> id = reply.headers().first("x-amzn-requestid");
        return ReplyBody.read(
                reply,
                id,
                body -> ConverseReader.read(body, id),
                body -> new ChatReply.Rejected(ConverseReader.rejection(reply, body), id));
    }
}
