package dev.rowan.simulator.anthropic;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.SimulatedAnswer;
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

/// `POST /v1/messages`.
public record AnthropicMessagesEndpoint(ServiceDialect dialect) implements Endpoint {

    @Override
    public String name() {
        return "anthropic_messages";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/v1/messages");
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        ApiVersion version = ApiVersion.of(request.request());
        String model = request.body()
                .text("model")
                .orElseThrow(
                        () -> AnthropicDialect.invalid("model: Field required").thrown());
        if (!request.models().has(model)) {
            throw Refusal.of(404, "not_found_error", "model: " + model).thrown();
        }
        SimulatedAnswer answer =
                Model.answer(MessagesRequest.read(request.body(), version), request.ending(), request.voice());
        return new ModelReply(model, answer.usage(), body(request, model, answer));
    }

    private static Map<String, @Nullable Object> body(EndpointRequest request, String model, SimulatedAnswer answer) {
        List<Map<String, @Nullable Object>> content = answer.ending() == AnswerEnding.PROMPT_BLOCKED
                ? List.of()
                : List.of(JsonObjects.object("type", "text", "text", answer.text()));
        return JsonObjects.object(
                "id",
                request.seed().id("msg_"),
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
                JsonObjects.object(
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
