package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.Answer;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.Models;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;

/// `POST /v1/chat/completions`.
public record OpenAiChat(Dialect dialect) implements Endpoint {

    @Override
    public String name() {
        return "openai_chat";
    }

    @Override
    public boolean serves(Request request) {
        return request.method().equals("POST") && request.path().equals("/v1/chat/completions");
    }

    @Override
    public Answered answer(Ask ask) throws RefusedException {
        String model = model(ask.body(), ask.models());
        Prompt prompt = ChatRequest.read(ask.body());
        Answer answer = Model.answer(prompt, ask.ending(), ask.voice());
        return new Answered(
                model,
                answer.usage(),
                ChatCompletion.body(ask, model, ChatCompletion.choice(answer), ChatCompletion.usage(answer.usage())));
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
