package dev.rowan.simulator.openrouter;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.openai.ChatCompletion;
import dev.rowan.simulator.openai.ParsedChatRequest;
import dev.rowan.simulator.price.Prices;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `POST /api/v1/chat/completions`.
public record OpenRouterChatEndpoint(ServiceDialect dialect) implements Endpoint {
    public static final String NAME = "openrouter_chat";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/api/v1/chat/completions");
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        String model = request.body()
                .text("model")
                .orElseThrow(
                        () -> Refusal.of(400, "error", "No models provided").thrown());
        if (!request.models().has(model)) {
            throw Refusal.of(400, "error", model + " is not a valid model ID").thrown();
        }
        Prompt prompt = ParsedChatRequest.read(request.body());
        SimulatedAnswer answer = Model.answer(prompt, request.ending(), request.voice());
        Map<String, @Nullable Object> choice = ChatCompletion.choice(answer);
        choice.put("native_finish_reason", choice.get("finish_reason"));
        if (answer.ending() == AnswerEnding.PAUSE) {
            choice.put("finish_reason", "error");
            choice.put("error", JsonObjects.object("code", 502, "message", "Provider disconnected"));
        }
        Map<String, @Nullable Object> body =
                ChatCompletion.body(request, model, SimulatedTier.STANDARD, choice, usage(model, answer.usage()));
        body.put("id", request.seed().id("gen-"));
        body.put("provider", "Simulator");
        return new ModelReply(model, answer.usage(), body);
    }

    private static Map<String, @Nullable Object> usage(String model, TokenUsage usage) {
        var cost = Prices.of(NAME, model).cost(usage, SimulatedTier.STANDARD).usd();
        Map<String, @Nullable Object> body = ChatCompletion.usage(usage);
        body.put("cost", cost);
        body.put("is_byok", false);
        body.put("cost_details", JsonObjects.object("upstream_inference_cost", null));
        return body;
    }
}
