package dev.rowan.simulator.azure;

import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.openai.Flavour;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.RefusedException;
import java.util.List;

/// How Azure OpenAI answers the rows of a batch: by its chat completions, whose deployment the body names.
public record AzureRows(AzureChat chat) implements Flavour.RowAnswers {

    /// Files and batches of Azure OpenAI, on the newer and the older paths.
    public static Flavour flavour(AzureChat chat) {
        return new Flavour("azure", chat.dialect(), "/openai(?:/v1)?", true, new AzureRows(chat));
    }

    @Override
    public boolean knows(String url) {
        return url.equals("/chat/completions") || url.equals("/v1/chat/completions");
    }

    @Override
    public void check(Request request) throws RefusedException {
        if (!request.path().startsWith("/openai/v1/")
                && request.query("api-version").isEmpty()) {
            throw AzureDialect.gateway(404, "404", "Resource not found").thrown();
        }
    }

    @Override
    public Answered answer(String url, Fields body, Ask row) throws RefusedException {
        return chat.answer(row.inner(Request.of("POST", AzureChat.V1, List.of()), body));
    }
}
