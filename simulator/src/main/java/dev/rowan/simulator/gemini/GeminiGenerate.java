package dev.rowan.simulator.gemini;

import dev.rowan.simulator.answer.Answer;
import dev.rowan.simulator.answer.Ending;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Usage;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Json;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `POST /v1beta/models/{model}:generateContent`.
public record GeminiGenerate(Dialect dialect) implements Endpoint {
    private static final String MODELS = "/v1beta/models/";
    private static final String GENERATE = ":generateContent";

    @Override
    public String name() {
        return "gemini_generate";
    }

    @Override
    public boolean serves(Request request) {
        return request.method().equals("POST")
                && request.path().startsWith(MODELS)
                && request.path().endsWith(GENERATE);
    }

    @Override
    public Answered answer(Ask ask) throws RefusedException {
        String path = ask.request().path();
        String model = path.substring(MODELS.length(), path.length() - GENERATE.length());
        if (!ask.models().has(model)) {
            throw Refusal.of(
                            404,
                            "NOT_FOUND",
                            "models/" + model + " is not found for API version v1beta, or is not supported for"
                                    + " generateContent.")
                    .thrown();
        }
        Answer answer = Model.answer(GenerateRequest.read(ask.body()), ask.ending(), ask.voice());
        return new Answered(model, answer.usage(), body(ask, model, answer));
    }

    private static Map<String, @Nullable Object> body(Ask ask, String model, Answer answer) {
        Map<String, @Nullable Object> body = Json.object();
        if (answer.ending() == Ending.PROMPT_BLOCKED) {
            body.put("promptFeedback", Json.object("blockReason", "PROHIBITED_CONTENT"));
        } else {
            body.put("candidates", List.of(candidate(answer)));
        }
        body.put("usageMetadata", usage(answer.usage()));
        body.put("modelVersion", model);
        body.put("responseId", ask.seed().id(""));
        return body;
    }

    private static Map<String, @Nullable Object> candidate(Answer answer) {
        return Json.object(
                "content",
                Json.object("role", "model", "parts", List.of(Json.object("text", answer.text()))),
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

    private static Map<String, @Nullable Object> usage(Usage usage) {
        return Json.object(
                "promptTokenCount", usage.input(),
                "candidatesTokenCount", usage.output(),
                "totalTokenCount", usage.total(),
                "cachedContentTokenCount", 0,
                "thoughtsTokenCount", 0);
    }
}
