package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.answer.Answer;
import dev.rowan.simulator.answer.Ending;
import dev.rowan.simulator.answer.Model;
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

/// `POST /v1/messages`.
public record AnthropicMessages(Dialect dialect) implements Endpoint {

    @Override
    public String name() {
        return "anthropic_messages";
    }

    @Override
    public boolean serves(Request request) {
        return request.method().equals("POST") && request.path().equals("/v1/messages");
    }

    @Override
    public Answered answer(Ask ask) throws RefusedException {
        ApiVersion version = ApiVersion.of(ask.request());
        String model = ask.body()
                .text("model")
                .orElseThrow(
                        () -> AnthropicDialect.invalid("model: Field required").thrown());
        if (!ask.models().has(model)) {
            throw Refusal.of(404, "not_found_error", "model: " + model).thrown();
        }
        Answer answer = Model.answer(MessagesRequest.read(ask.body(), version), ask.ending(), ask.voice());
        return new Answered(model, answer.usage(), body(ask, model, answer));
    }

    private static Map<String, @Nullable Object> body(Ask ask, String model, Answer answer) {
        List<Map<String, @Nullable Object>> content = answer.ending() == Ending.PROMPT_BLOCKED
                ? List.of()
                : List.of(Json.object("type", "text", "text", answer.text()));
        return Json.object(
                "id",
                ask.seed().id("msg_"),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                model,
                "content",
                content,
                "stop_reason",
                switch (answer.ending()) {
                    case STOP -> "end_turn";
                    case LENGTH -> "max_tokens";
                    case CONTENT_FILTER, REFUSAL, PROMPT_BLOCKED -> "refusal";
                    case PAUSE -> "pause_turn";
                },
                "stop_sequence",
                null,
                "usage",
                Json.object(
                        "input_tokens",
                        answer.usage().input(),
                        "cache_creation_input_tokens",
                        0,
                        "cache_read_input_tokens",
                        0,
                        "output_tokens",
                        answer.usage().output(),
                        "service_tier",
                        "standard"));
    }
}
