package dev.rowan.simulator.gemini;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.CacheTokens;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.answer.Tokens;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.cache.CachedContentStore;
import dev.rowan.simulator.cache.PromptBlocks;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.price.CachePrices;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.EndpointResult;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Operation;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `POST /v1beta/models/{model}:generateContent`.
public record GeminiGenerateEndpoint(ServiceDialect dialect, CachedContentStore contents) implements Endpoint {
    private static final String MODELS = "/v1beta/models/";
    private static final String GENERATE = ":generateContent";

    @Override
    public String name() {
        return "gemini_generate";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST")
                && request.path().startsWith(MODELS)
                && request.path().endsWith(GENERATE);
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        String path = request.request().path();
        String model = path.substring(MODELS.length(), path.length() - GENERATE.length());
        if (!request.models().has(model)) {
            throw Refusal.of(
                            404,
                            "NOT_FOUND",
                            "models/" + model + " is not found for API version v1beta, or is not supported for"
                                    + " generateContent.")
                    .thrown();
        }
        Optional<String> cached = request.body().text("cachedContent");
        return cached.isPresent() ? answer(request, model, cached.get()) : answer(request, model);
    }

    /// The answer to a request whose prompt continues that of an explicit cache.
    private ModelReply answer(EndpointRequest request, String model, String cached) throws RefusedException {
        CachedContentStore.Stored stored = CachedContentsEndpoint.find(contents, request, cached);
        if (!stored.model().equals(model)) {
            throw GeminiDialect.invalid("Model used by GenerateContent request (models/" + model
                            + ") and CachedContent (models/" + stored.model() + ") has to be the same.")
                    .thrown();
        }
        for (String key : List.of("systemInstruction", "tools", "toolConfig")) {
            if (request.body().has(key)) {
                throw GeminiDialect.invalid("CachedContent can not be used with GenerateContent request setting"
                                + " system_instruction, tools or tool_config.")
                        .thrown();
            }
        }
        EndpointRequest whole = request.inner(request.request(), stored.continued(request.body()));
        return answer(whole, model, new CacheUse(new CacheTokens(stored.tokens(), 0, 0, 0), List.of()));
    }

    /// The answer of `model` to the request's body.
    public static ModelReply answer(EndpointRequest request, String model) throws RefusedException {
        return answer(request, model, request.serving().use(blocks(request.body(), model), request.now()));
    }

    private static ModelReply answer(EndpointRequest request, String model, CacheUse cache) throws RefusedException {
        SimulatedAnswer answer = Model.answer(GenerateRequest.read(request.body()), request.ending(), request.voice());
        TokenUsage usage = answer.usage().with(cache.tokens());
        SimulatedTier tier = request.serving().tier("").orElseThrow();
        return new ModelReply(model, usage, body(request, model, answer, usage), tier, cache);
    }

    /// `POST /v1beta/models/{model}:countTokens`.
    public Operation countTokens() {
        return new Operation(
                "gemini_count_tokens",
                dialect,
                "POST",
                Pattern.compile(Pattern.quote(MODELS) + "([^/:]+):countTokens"),
                Operation.Body.JSON,
                (request, model) -> {
                    if (!request.models().has(model)) {
                        throw Refusal.of(404, "NOT_FOUND", "models/" + model + " is not found for API version v1beta.")
                                .thrown();
                    }
                    Fields asked =
                            request.body().object("generateContentRequest").orElse(request.body());
                    long tokens = Tokens.count(GenerateRequest.read(asked).whole());
                    return EndpointResult.Resource.of(JsonObjects.object("totalTokens", tokens));
                });
    }

    /// Gemini caches by itself.
    private static PromptBlocks blocks(Fields body, String model) {
        var blocks = new ArrayList<PromptBlocks.Block>();
        body.object("systemInstruction").ifPresent(system -> add(blocks, system));
        body.objects("contents").forEach(content -> add(blocks, content));
        return new PromptBlocks(
                model, blocks, true, CachePrices.of("gemini", model).minimum());
    }

    private static void add(List<PromptBlocks.Block> blocks, Fields content) {
        content.objects("parts")
                .forEach(part ->
                        blocks.add(new PromptBlocks.Block(part.text("text").orElse("") + "\n", Optional.empty())));
    }

    private static Map<String, @Nullable Object> body(
            EndpointRequest request, String model, SimulatedAnswer answer, TokenUsage usage) {
        Map<String, @Nullable Object> body = JsonObjects.object();
        if (answer.ending() == AnswerEnding.PROMPT_BLOCKED) {
            body.put("promptFeedback", JsonObjects.object("blockReason", "PROHIBITED_CONTENT"));
        } else {
            body.put("candidates", List.of(candidate(answer)));
        }
        body.put("usageMetadata", usage(usage));
        body.put("modelVersion", model);
        body.put("responseId", request.seed().id(""));
        return body;
    }

    private static Map<String, @Nullable Object> candidate(SimulatedAnswer answer) {
        return JsonObjects.object(
                "content",
                JsonObjects.object("role", "model", "parts", List.of(JsonObjects.object("text", answer.text()))),
                "finishReason",
                switch (answer.ending()) {
                    case STOP, PAUSE -> "STOP";
                    case LENGTH -> "MAX_TOKENS";
                    case CONTENT_FILTER, PROMPT_BLOCKED -> "SAFETY";
                    case REFUSAL -> "PROHIBITED_CONTENT";
                },
                "index",
                0);
    }

    private static Map<String, @Nullable Object> usage(TokenUsage usage) {
        return JsonObjects.object(
                "promptTokenCount", usage.input(),
                "candidatesTokenCount", usage.output(),
                "totalTokenCount", usage.total(),
                "cachedContentTokenCount", usage.cache().read(),
                "thoughtsTokenCount", 0);
    }
}
