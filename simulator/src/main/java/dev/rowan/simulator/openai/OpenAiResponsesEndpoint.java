package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.answer.Tokens;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.service.Texts;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `POST /v1/responses`.
public record OpenAiResponsesEndpoint(ServiceDialect dialect) implements Endpoint {

    @Override
    public String name() {
        return "openai_responses";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/v1/responses");
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        String model = OpenAiChatEndpoint.model(request.body(), request.models());
        SimulatedAnswer answer = Model.answer(prompt(request.body()), request.ending(), request.voice());
        var cached = new CachedChat(request, model);
        SimulatedTier tier = cached.tier();
        CacheUse cache = cached.use();
        TokenUsage usage = answer.usage().with(cache.tokens());
        Map<String, @Nullable Object> body = body(request, model, answer);
        body.put("usage", usage(usage));
        body.put("service_tier", tier == SimulatedTier.BATCH ? "default" : tier.word());
        return new ModelReply(model, usage, body, tier, cache);
    }

    /// `POST /v1/responses/input_tokens`.
    public Operation countTokens() {
        return new Operation(
                "openai_input_tokens",
                dialect,
                "POST",
                Pattern.compile("/v1/responses/input_tokens"),
                Operation.Body.JSON,
                (request, _) -> {
                    OpenAiChatEndpoint.model(request.body(), request.models());
                    long tokens = Tokens.count(prompt(request.body()).whole());
                    return EndpointResult.Resource.of(
                            JsonObjects.object("object", "response.input_tokens", "input_tokens", tokens));
                });
    }

    private static Prompt prompt(Fields body) throws RefusedException {
        if (!body.has("input")) {
            throw OpenAiRefusals.missing("input").thrown();
        }
        Parameters.checkResponse(body);
        ParsedChatRequest.checkNoStream(body);
        String instructions = body.text("instructions").map(text -> text + "\n").orElse("");
        Optional<Long> maxTokens = body.number("max_output_tokens").map(Number::longValue);
        Optional<String> text = body.text("input");
        if (text.isPresent()) {
            return new Prompt(instructions + text.get(), text.get(), form(body), maxTokens);
        }
        List<Fields> messages = body.objects("input");
        ContentParts.checkInput(messages);
        String whole = messages.stream()
                .map(message -> Texts.of(message.get("content")))
                .collect(Collectors.joining("\n"));
        return new Prompt(instructions + whole, ParsedChatRequest.lastOfUser(messages), form(body), maxTokens);
    }

    private static Prompt.Form form(Fields body) throws RefusedException {
        Optional<Fields> format = body.object("text").flatMap(text -> text.object("format"));
        return format.isEmpty()
                ? new Prompt.Form.Text()
                : StructuredForm.read(format.get().text("type").orElse(""), format.get(), "text.format");
    }

    private static Map<String, @Nullable Object> body(EndpointRequest request, String model, SimulatedAnswer answer) {
        Optional<String> incomplete = incomplete(answer.ending());
        String status = incomplete.isEmpty() ? "completed" : "incomplete";
        return JsonObjects.object(
                "id",
                request.seed().id("resp_"),
                "object",
                "response",
                "created_at",
                request.now().getEpochSecond(),
                "status",
                status,
                "error",
                null,
                "incomplete_details",
                incomplete.map(reason -> JsonObjects.object("reason", reason)).orElse(null),
                "instructions",
                request.body().get("instructions"),
                "max_output_tokens",
                request.body().get("max_output_tokens"),
                "model",
                model,
                "output",
                List.of(message(request, status, answer)),
                "parallel_tool_calls",
                true,
                "previous_response_id",
                null,
                "temperature",
                1.0,
                "tool_choice",
                "auto",
                "tools",
                List.of(),
                "top_p",
                1.0,
                "metadata",
                JsonObjects.object());
    }

    private static Optional<String> incomplete(AnswerEnding ending) {
        return switch (ending) {
            case STOP, REFUSAL, PAUSE -> Optional.empty();
            case LENGTH -> Optional.of("max_output_tokens");
            case CONTENT_FILTER, PROMPT_BLOCKED -> Optional.of("content_filter");
        };
    }

    private static Map<String, @Nullable Object> message(
            EndpointRequest request, String status, SimulatedAnswer answer) {
        Map<String, @Nullable Object> content = answer.ending() == AnswerEnding.REFUSAL
                ? JsonObjects.object("type", "refusal", "refusal", answer.text())
                : JsonObjects.object("type", "output_text", "text", answer.text(), "annotations", List.of());
        return JsonObjects.object(
                "type",
                "message",
                "id",
                request.seed().id("msg_"),
                "status",
                status,
                "role",
                "assistant",
                "content",
                List.of(content));
    }

    private static Map<String, @Nullable Object> usage(TokenUsage usage) {
        return JsonObjects.object(
                "input_tokens", usage.input(),
                "input_tokens_details", ChatCompletion.cacheDetails(usage),
                "output_tokens", usage.output(),
                "output_tokens_details", JsonObjects.object("reasoning_tokens", 0),
                "total_tokens", usage.total());
    }
}
