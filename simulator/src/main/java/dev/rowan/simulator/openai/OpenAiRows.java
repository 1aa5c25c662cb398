package dev.rowan.simulator.openai;

import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;

/// How OpenAI answers the rows of a batch: by its chat completions and its responses.
public record OpenAiRows(OpenAiChat chat, OpenAiResponses responses) implements Flavour.RowAnswers {
    private static final String CHAT = "/v1/chat/completions";
    private static final String RESPONSES = "/v1/responses";

    @Override
    public boolean knows(String url) {
        return url.equals(CHAT) || url.equals(RESPONSES);
    }

    @Override
    public Answered answer(String url, Fields body, Ask row) throws RefusedException {
        Ask inner = row.inner(Request.of("POST", url, List.of()), body);
        return url.equals(CHAT) ? chat.answer(inner) : responses.answer(inner);
    }
}
