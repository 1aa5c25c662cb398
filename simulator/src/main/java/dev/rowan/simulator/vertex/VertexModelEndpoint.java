package dev.rowan.simulator.vertex;

import dev.rowan.simulator.anthropic.AnthropicMessagesEndpoint;
import dev.rowan.simulator.gemini.GeminiGenerateEndpoint;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `POST …/publishers/{publisher}/models/{model}:{method}` of one publisher.
public record VertexModelEndpoint(ServiceDialect dialect, Publisher publisher) implements Endpoint {
    static final String LOCATION = "/v1(?:beta1)?/projects/[^/]+/locations/[^/]+";

    /// Whose model it is.
    public enum Publisher {
        GOOGLE("google", "generateContent"),
        ANTHROPIC("anthropic", "rawPredict");

        private final String word;
        private final Pattern path;

        Publisher(String word, String method) {
            this.word = word;
            this.path = Pattern.compile(LOCATION + "/publishers/" + word + "/models/([^/:]+):" + method);
        }

        String word() {
            return word;
        }
    }

    @Override
    public String name() {
        return publisher == Publisher.GOOGLE ? "vertex_generate" : "vertex_predict";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST")
                && publisher.path.matcher(request.path()).matches();
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        Matcher path = publisher.path.matcher(request.request().path());
        return answer(request, path.matches() ? path.group(1).replace("%40", "@") : "");
    }

    /// The answer of `model` to the request's body.
    ModelReply answer(EndpointRequest request, String model) throws RefusedException {
        if (!request.models().has(model)) {
            throw Refusal.of(
                            404,
                            "NOT_FOUND",
                            "Publisher Model `publishers/" + publisher.word + "/models/" + model
                                    + "` was not found or your project does not have access to it.")
                    .thrown();
        }
        return switch (publisher) {
            case GOOGLE -> GeminiGenerateEndpoint.answer(request, model);
            case ANTHROPIC -> {
                checkVersion(request.body());
                yield AnthropicMessagesEndpoint.answer(request, model);
            }
        };
    }

    private static void checkVersion(Fields body) throws RefusedException {
        if (!body.text("anthropic_version").orElse("").equals("vertex-2023-10-16")) {
            throw invalid("anthropic_version: Input should be 'vertex-2023-10-16'");
        }
        for (String key : List.of("model", "stream")) {
            if (body.has(key)) {
                throw invalid(key + ": Extra inputs are not permitted");
            }
        }
    }

    private static RefusedException invalid(String message) {
        return Refusal.of(400, "invalid_request_error", message).thrown();
    }
}
