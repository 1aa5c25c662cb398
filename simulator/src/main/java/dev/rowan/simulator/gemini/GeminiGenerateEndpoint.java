package dev.rowan.simulator.gemini;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `POST /v1beta/models/{model}:generateContent`.
public record GeminiGenerateEndpoint(ServiceDialect dialect) implements Endpoint {
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
        SimulatedAnswer answer = Model.answer(GenerateRequest.read(request.body()), request.ending(), request.voice());
        return new ModelReply(model, answer.usage(), body(request, model, answer));
    }

    private static Map<String, @Nullable Object> body(EndpointRequest request, String model, SimulatedAnswer answer) {
        Map<String, @Nullable Object> body = JsonObjects.object();
        if (answer.ending() == AnswerEnding.PROMPT_BLOCKED) {
            body.put("promptFeedback", JsonObjects.object("blockReason", "PROHIBITED_CONTENT"));
        } else {
            body.put("candidates", List.of(candidate(answer)));
        }
        body.put("usageMetadata", usage(answer.usage()));
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
                "cachedContentTokenCount", 0,
                "thoughtsTokenCount", 0);
    }
}
