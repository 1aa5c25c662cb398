package dev.rowan.simulator.azure;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.openai.CachedChat;
import dev.rowan.simulator.openai.ChatCompletion;
import dev.rowan.simulator.openai.ParsedChatRequest;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `POST /openai/v1/chat/completions`, and `POST /openai/deployments/{name}/chat/completions?api-version=…`.
public record AzureChatEndpoint(ServiceDialect dialect) implements Endpoint {
    static final String V1 = "/openai/v1/chat/completions";

    private static final Deployments DEPLOYMENTS = new Deployments("/chat/completions");

    @Override
    public String name() {
        return "azure_chat";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST")
                && (request.path().equals(V1)
                        || DEPLOYMENTS.inPath(request.path()).isPresent());
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        String deployment = DEPLOYMENTS.of(request);
        Prompt prompt = ParsedChatRequest.read(request.body());
        if (request.ending() == AnswerEnding.PROMPT_BLOCKED) {
            throw blocked().thrown();
        }
        SimulatedAnswer answer = Model.answer(prompt, request.ending(), request.voice());
        var cached = new CachedChat(request, deployment);
        SimulatedTier tier = cached.tier();
        CacheUse cache = cached.use();
        TokenUsage usage = answer.usage().with(cache.tokens());
        Map<String, @Nullable Object> choice = ChatCompletion.choice(answer);
        choice.put("content_filter_results", filters(answer.ending() == AnswerEnding.CONTENT_FILTER));
        Map<String, @Nullable Object> body =
                ChatCompletion.body(request, deployment, tier, choice, ChatCompletion.usage(usage));
        body.put(
                "prompt_filter_results",
                List.of(JsonObjects.object("prompt_index", 0, "content_filter_results", filters(false))));
        return new ModelReply(deployment, usage, body, tier, cache);
    }

    private static Refusal blocked() {
        return Refusal.of(
                        400,
                        "invalid_request_error",
                        "The response was filtered due to the prompt triggering Azure OpenAI's content management"
                                + " policy. Please modify your prompt and retry.")
                .withParam("prompt")
                .withCode("content_filter")
                .withDetails(JsonObjects.object(
                        "innererror",
                        JsonObjects.object(
                                "code", "ResponsibleAIPolicyViolation", "content_filter_result", filters(true))));
    }

    private static Map<String, @Nullable Object> filters(boolean violence) {
        Map<String, @Nullable Object> safe = JsonObjects.object("filtered", false, "severity", "safe");
        return JsonObjects.object(
                "hate", safe,
                "self_harm", safe,
                "sexual", safe,
                "violence", violence ? JsonObjects.object("filtered", true, "severity", "medium") : safe);
    }
}
