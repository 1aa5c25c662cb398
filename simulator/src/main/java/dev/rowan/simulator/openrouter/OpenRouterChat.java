package dev.rowan.simulator.openrouter;

import dev.rowan.simulator.answer.Answer;
import dev.rowan.simulator.answer.Ending;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.answer.Usage;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Json;
import dev.rowan.simulator.openai.ChatCompletion;
import dev.rowan.simulator.openai.ChatRequest;
import dev.rowan.simulator.price.Prices;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `POST /api/v1/chat/completions`.
public record OpenRouterChat(Dialect dialect) implements Endpoint {
    public static final String NAME = "openrouter_chat";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(Request request) {
        return request.method().equals("POST") && request.path().equals("/api/v1/chat/completions");
    }

    @Override
    public Answered answer(Ask ask) throws RefusedException {
        String model = ask.body()
                .text("model")
                .orElseThrow(
                        () -> Refusal.of(400, "error", "No models provided").thrown());
        if (!ask.models().has(model)) {
            throw Refusal.of(400, "error", model + " is not a valid model ID").thrown();
        }
        Prompt prompt = ChatRequest.read(ask.body());
        Answer answer = Model.answer(prompt, ask.ending(), ask.voice());
        Map<String, @Nullable Object> choice = ChatCompletion.choice(answer);
        choice.put("native_finish_reason", choice.get("finish_reason"));
        if (answer.ending() == Ending.PAUSE) {
            choice.put("finish_reason", "error");
            choice.put("error", Json.object("code", 502, "message", "Provider disconnected"));
        }
        Map<String, @Nullable Object> body = ChatCompletion.body(ask, model, choice, usage(model, answer.usage()));
        body.put("id", ask.seed().id("gen-"));
        body.put("provider", "Simulator");
        return new Answered(model, answer.usage(), body);
    }

    private static Map<String, @Nullable Object> usage(String model, Usage usage) {
        var cost = Prices.of(NAME, model).cost(usage).usd();
        Map<String, @Nullable Object> body = ChatCompletion.usage(usage);
        body.put("cost", cost);
        body.put("is_byok", false);
        body.put("cost_details", Json.object("upstream_inference_cost", null));
        return body;
    }
}
