package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Models;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import dev.rowan.simulator.tier.SimulatedTier;
import java.util.Map;

/// `POST /v1/chat/completions`.
public record OpenAiChatEndpoint(ServiceDialect dialect) implements Endpoint {
    private static final Map<String, Long> REASONING =
            Map.of("minimal", 8L, "low", 32L, "medium", 128L, "high", 512L, "xhigh", 1_024L);

    @Override
    public String name() {
        return "openai_chat";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/v1/chat/completions");
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        return answer(request, "openai");
    }

    /// The answer at `service`, which has a prompt cache of its own kind.
    public ModelReply answer(EndpointRequest request, String service) throws RefusedException {
        String model = model(request.body(), request.models());
        Prompt prompt = ParsedChatRequest.read(request.body());
        SimulatedAnswer answer = Model.answer(prompt, request.ending(), request.voice());
        var cached = new CachedChat(request, model, service);
        SimulatedTier tier = cached.tier();
        CacheUse cache = cached.use();
        TokenUsage usage = answer.usage().with(cache.tokens()).withReasoning(reasoning(request.body(), prompt, answer));
        return new ModelReply(
                model,
                usage,
                ChatCompletion.body(request, model, tier, ChatCompletion.choice(answer), ChatCompletion.usage(usage)),
                tier,
                cache);
    }

    /// The tokens of reasoning, by the effort that is asked for; they count towards the limit of the answer.
    private static long reasoning(Fields body, Prompt prompt, SimulatedAnswer answer) {
        long effort = REASONING.getOrDefault(body.text("reasoning_effort").orElse("none"), 0L);
        return Math.clamp(
                prompt.maxTokens().orElse(Long.MAX_VALUE) - answer.usage().output(), 0, effort);
    }

    static String model(Fields body, Models models) throws RefusedException {
        String model = body.text("model")
                .orElseThrow(() -> Refusal.of(400, "invalid_request_error", "you must provide a model parameter")
                        .thrown());
        if (!models.has(model)) {
            throw OpenAiRefusals.unknownModel(model).thrown();
        }
        return model;
    }
}
