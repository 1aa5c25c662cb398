package dev.rowan.simulator.gemini;

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
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// `POST /v1beta/models/{model}:embedContent`.
public record GeminiEmbedEndpoint(ServiceDialect dialect) implements Endpoint {
    private static final String MODELS = "/v1beta/models/";
    private static final String EMBED = ":embedContent";

    @Override
    public String name() {
        return "gemini_embed";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST")
                && request.path().startsWith(MODELS)
                && request.path().endsWith(EMBED);
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        String path = request.request().path();
        String model = path.substring(MODELS.length(), path.length() - EMBED.length());
        if (!request.models().has(model)) {
            throw Refusal.of(
                            404,
                            "NOT_FOUND",
                            "models/" + model + " is not found for API version v1beta, or is not supported for"
                                    + " embedContent.")
                    .thrown();
        }
        String text = text(request.body());
        long wanted = request.body()
                .number("outputDimensionality")
                .map(Number::longValue)
                .orElse((long) Vectors.dimensions(model));
        if (text.isEmpty() || wanted < 1 || wanted > Vectors.dimensions(model)) {
            throw Refusal.of(400, "INVALID_ARGUMENT", "Request contains an invalid argument.")
                    .thrown();
        }
        long tokens = Tokens.count(text);
        Map<String, @Nullable Object> body = JsonObjects.object(
                "embedding",
                JsonObjects.object("values", Vectors.of(model, text, (int) wanted, request.voice())),
                "usageMetadata",
                JsonObjects.object("promptTokenCount", tokens, "totalTokenCount", tokens));
        return new ModelReply(
                model,
                new TokenUsage(tokens, 0),
                body,
                request.serving().tier("").orElseThrow(),
                CacheUse.NONE);
    }

    private static String text(Fields body) {
        return body.object("content").orElse(Fields.NONE).objects("parts").stream()
                .map(part -> part.text("text").orElse(""))
                .collect(Collectors.joining("\n"));
    }
}
