package dev.rowan.simulator.openai;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.answer.Tokens;
import dev.rowan.simulator.cache.CacheUse;
import dev.rowan.simulator.embedding.Vectors;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST /v1/embeddings`.
public record OpenAiEmbeddingsEndpoint(ServiceDialect dialect) implements Endpoint {
    static final String PATH = "/v1/embeddings";

    private static final int MAX_TEXTS = 2_048;

    @Override
    public String name() {
        return "openai_embeddings";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals(PATH);
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        return answer(request, OpenAiChatEndpoint.model(request.body(), request.models()));
    }

    /// The vectors of the texts in the body, by `model`.
    public static ModelReply answer(EndpointRequest request, String model) throws RefusedException {
        List<String> texts = texts(request.body());
        int dimensions = dimensions(request.body(), model);
        boolean packed =
                request.body().text("encoding_format").filter("base64"::equals).isPresent();
        var data = new ArrayList<Map<String, @Nullable Object>>();
        long tokens = 0;
        for (String text : texts) {
            List<BigDecimal> vector = Vectors.of(model, text, dimensions, request.voice());
            data.add(JsonObjects.object(
                    "object",
                    "embedding",
                    "index",
                    data.size(),
                    "embedding",
                    packed ? Vectors.base64(vector) : vector));
            tokens += Tokens.count(text);
        }
        Map<String, @Nullable Object> body = JsonObjects.object(
                "object",
                "list",
                "data",
                data,
                "model",
                model,
                "usage",
                JsonObjects.object("prompt_tokens", tokens, "total_tokens", tokens));
        return new ModelReply(
                model,
                new TokenUsage(tokens, 0),
                body,
                request.serving().tier("").orElseThrow(),
                CacheUse.NONE);
    }

    private static List<String> texts(Fields body) throws RefusedException {
        Optional<String> one = body.text("input");
        List<?> given =
                one.isPresent() ? List.of(one.get()) : body.list("input").orElse(List.of());
        if (given.isEmpty() || given.size() > MAX_TEXTS) {
            throw OpenAiRefusals.missing("input").thrown();
        }
        var texts = new ArrayList<String>();
        for (Object text : given) {
            if (!(text instanceof String words) || words.isEmpty()) {
                throw OpenAiRefusals.invalid("input", "invalid_value", "'$.input' is invalid.")
                        .thrown();
            }
            texts.add(words);
        }
        return texts;
    }

    private static int dimensions(Fields body, String model) throws RefusedException {
        int most = Vectors.dimensions(model);
        long wanted = body.number("dimensions").map(Number::longValue).orElse((long) most);
        if (wanted < 1 || wanted > most) {
            throw OpenAiRefusals.invalid(
                            "dimensions",
                            "invalid_value",
                            "Invalid value for 'dimensions': must be from 1 to " + most + ", got " + wanted + ".")
                    .thrown();
        }
        return (int) wanted;
    }
}
