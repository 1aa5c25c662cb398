package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Models;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;

/// `POST /v1/chat/completions`.
public record OpenAiChatEndpoint(ServiceDialect dialect) implements Endpoint {

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
        String model = model(request.body(), request.models());
        Prompt prompt = ParsedChatRequest.read(request.body());
        SimulatedAnswer answer = Model.answer(prompt, request.ending(), request.voice());
        return new ModelReply(
                model,
                answer.usage(),
                ChatCompletion.body(
                        request, model, ChatCompletion.choice(answer), ChatCompletion.usage(answer.usage())));
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
