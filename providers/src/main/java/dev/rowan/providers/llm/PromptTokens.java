package dev.rowan.providers.llm;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.plugin.TokenCount;
import dev.rowan.api.plugin.TokenCountRequest;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.gemini.GeminiChat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Counts the tokens of prompts before they are sent: by `o200k_base`, the tokenizer of OpenAI's models since GPT-4o,
/// which is an approximation for others; and at the simulator by its own rule, four characters for a token.
record PromptTokens(ModelTarget target, ModelService service, boolean simulated) {
    /// Loading it takes a quarter of a second; thread-safe.
    private static final Encoding O200K = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    private static final int SIMULATOR_CHARACTERS = 4;
    private static final int OWN_ERROR = 5;
    private static final int APPROXIMATE_ERROR = 20;

    /// Tokens around a message and before the answer.
    private static final int AROUND_MESSAGE = 4;

    private static final int BEFORE_ANSWER = 3;

    TokenCount count(ChatRequest request) {
        long media = request.media().tokens();
        if (simulated) {
            long characters = texts(request).stream().mapToLong(String::length).sum()
                    + texts(request).size()
                    - 1;
            return new TokenCount(media + Math.ceilDiv(characters, SIMULATOR_CHARACTERS), "the simulator's rule", 0);
        }
        long tokens = BEFORE_ANSWER + media;
        for (String text : texts(request)) {
            tokens += O200K.countTokensOrdinary(text) + AROUND_MESSAGE;
        }
        if (request.schema().isPresent()) {
            tokens += O200K.countTokensOrdinary(
                    new String(RowJson.writeValue(request.schema().get().schema()), StandardCharsets.UTF_8));
        }
        boolean own = target.name().provider() == NativeProvider.OPENAI
                || target.name().provider() == NativeProvider.AZURE;
        return new TokenCount(tokens, "o200k_base", own ? OWN_ERROR : APPROXIMATE_ERROR);
    }

    private static List<String> texts(ChatRequest request) {
        var texts = new ArrayList<String>();
        request.system().ifPresent(texts::add);
        texts.addAll(request.messages());
        return texts;
    }

    /// The provider's own count; empty if it has no endpoint for it, or the prompt has attachments.
    Optional<TokenCountRequest> request(ChatRequest request) {
        if (!request.media().attachments().isEmpty()) {
            return Optional.empty();
        }
        ChatEndpoint endpoint = service.endpoint();
        if (service.codec() instanceof AnthropicMessages) {
            return Optional.of(counting(anthropic(endpoint, request), "input_tokens"));
        }
        if (service.codec() instanceof GeminiChat) {
            return Optional.of(counting(gemini(endpoint, request), "totalTokens"));
        }
        boolean own = target.name().provider() == NativeProvider.OPENAI
                && (simulated || NativeProvider.OPENAI.isOwn(endpoint.base()));
        boolean openAi = own || target.name().provider() == NativeProvider.SIMULATOR;
        return openAi ? Optional.of(counting(openAi(endpoint, request), "input_tokens")) : Optional.empty();
    }

    private TokenCountRequest counting(WireRequest request, String field) {
        return new TokenCountRequest(service.endpoint().extended(request), reply -> number(reply, field));
    }

    private static OptionalLong number(WireReply.Complete reply, String field) {
        try {
            return RowJson.readValue(reply.body().bytes()) instanceof Map<?, ?> fields
                            && fields.get(field) instanceof Number number
                    ? OptionalLong.of(number.longValue())
                    : OptionalLong.empty();
        } catch (JsonException _) {
            return OptionalLong.empty();
        }
    }

    private static WireRequest anthropic(ChatEndpoint endpoint, ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", request.model());
        request.system().ifPresent(text -> body.put("system", text));
        body.put("messages", messages(request));
        return WireRequest.postJson(
                endpoint.at("/v1/messages/count_tokens"),
                Headers.of("anthropic-version", endpoint.apiVersion().orElse(AnthropicMessages.VERSION)),
                endpoint.header("x-api-key"),
                Payload.of(RowJson.writeValue(body)),
                endpoint.deadline());
    }

    private static WireRequest openAi(ChatEndpoint endpoint, ChatRequest request) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("model", request.model());
        request.system().ifPresent(text -> body.put("instructions", text));
        body.put("input", messages(request));
        return WireRequest.postJson(
                endpoint.at("/responses/input_tokens"),
                Headers.none(),
                endpoint.bearer(),
                Payload.of(RowJson.writeValue(body)),
                endpoint.deadline());
    }

    private static WireRequest gemini(ChatEndpoint endpoint, ChatRequest request) {
        var inner = new LinkedHashMap<String, @Nullable Object>();
        inner.put("model", "models/" + request.model());
        request.system().ifPresent(text -> inner.put("systemInstruction", parts(text)));
        inner.put(
                "contents", request.messages().stream().map(PromptTokens::parts).toList());
        String path = "/" + endpoint.apiVersion().orElse("v1beta") + "/models/" + ChatEndpoint.part(request.model())
                + ":countTokens";
        return WireRequest.postJson(
                endpoint.at(path),
                Headers.none(),
                endpoint.header("x-goog-api-key"),
                Payload.of(RowJson.writeValue(Map.of("generateContentRequest", inner))),
                endpoint.deadline());
    }

    private static Map<String, Object> parts(String text) {
        var content = new LinkedHashMap<String, Object>();
        content.put("role", "user");
        content.put("parts", List.of(Map.of("text", text)));
        return content;
    }

    private static List<Map<String, Object>> messages(ChatRequest request) {
        return request.messages().stream()
                .<Map<String, Object>>map(text -> {
                    var message = new LinkedHashMap<String, Object>();
                    message.put("role", "user");
                    message.put("content", text);
                    return message;
                })
                .toList();
    }
}
