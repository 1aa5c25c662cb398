package dev.rowan.simulator.azure;

import dev.rowan.simulator.answer.AnswerEnding;
import dev.rowan.simulator.answer.Model;
import dev.rowan.simulator.answer.Prompt;
import dev.rowan.simulator.answer.SimulatedAnswer;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.openai.ChatCompletion;
import dev.rowan.simulator.openai.ParsedChatRequest;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.Refusal;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST /openai/v1/chat/completions`, and `POST /openai/deployments/{name}/chat/completions?api-version=…`.
public record AzureChatEndpoint(ServiceDialect dialect) implements Endpoint {
    static final String V1 = "/openai/v1/chat/completions";
    private static final String DEPLOYMENTS = "/openai/deployments/";
    private static final String CHAT = "/chat/completions";

    @Override
    public String name() {
        return "azure_chat";
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST")
                && (request.path().equals(V1) || deployment(request.path()).isPresent());
    }

    private static Optional<String> deployment(String path) {
        return path.startsWith(DEPLOYMENTS)
                        && path.endsWith(CHAT)
                        && path.length() > DEPLOYMENTS.length() + CHAT.length()
                ? Optional.of(path.substring(DEPLOYMENTS.length(), path.length() - CHAT.length()))
                : Optional.empty();
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        String deployment = deployment(request);
        if (!request.models().has(deployment)) {
            throw AzureDialect.gateway(
                            404,
                            "DeploymentNotFound",
                            "The API deployment for this resource does not exist. If you created the deployment within"
                                    + " the last 5 minutes, please wait a moment and try again.")
                    .thrown();
        }
        Prompt prompt = ParsedChatRequest.read(request.body());
        if (request.ending() == AnswerEnding.PROMPT_BLOCKED) {
            throw blocked().thrown();
        }
        SimulatedAnswer answer = Model.answer(prompt, request.ending(), request.voice());
        Map<String, @Nullable Object> choice = ChatCompletion.choice(answer);
        choice.put("content_filter_results", filters(answer.ending() == AnswerEnding.CONTENT_FILTER));
        Map<String, @Nullable Object> body =
                ChatCompletion.body(request, deployment, choice, ChatCompletion.usage(answer.usage()));
        body.put(
                "prompt_filter_results",
                List.of(JsonObjects.object("prompt_index", 0, "content_filter_results", filters(false))));
        return new ModelReply(deployment, answer.usage(), body);
    }

    private static String deployment(EndpointRequest request) throws RefusedException {
        Optional<String> inPath = deployment(request.request().path());
        if (inPath.isPresent()) {
            if (request.request().query("api-version").isEmpty()) {
                throw AzureDialect.gateway(404, "404", "Resource not found").thrown();
            }
            return inPath.get();
        }
        return request.body()
                .text("model")
                .orElseThrow(() -> Refusal.of(400, "invalid_request_error", "you must provide a model parameter")
                        .thrown());
    }

    private static Refusal blocked() {
        return Refusal.of(
                        400,
                        "invalid_request_error",
                        "The response was filtered due to the prompt triggering Azure OpenAI's content management"
                                + " policy. Please modify your prompt and retry.")
                .withParam("prompt")
                .withCode("content_filter")
                .withDetails(JsonObjects.object(
                        "innererror",
                        JsonObjects.object(
                                "code", "ResponsibleAIPolicyViolation", "content_filter_result", filters(true))));
    }

    private static Map<String, @Nullable Object> filters(boolean violence) {
        Map<String, @Nullable Object> safe = JsonObjects.object("filtered", false, "severity", "safe");
        return JsonObjects.object(
                "hate", safe,
                "self_harm", safe,
                "sexual", safe,
                "violence", violence ? JsonObjects.object("filtered", true, "severity", "medium") : safe);
    }
}
