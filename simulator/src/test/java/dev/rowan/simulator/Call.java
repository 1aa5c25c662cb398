package dev.rowan.simulator;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.json.JsonObjects;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A request to a service, good as it stands, from which tests make bad ones.
record Call(String path, Map<String, String> headers, Map<String, @Nullable Object> body) {
    static final String KEY = "key-1";

    static Call openAi(String text) {
        return new Call(
                "/v1/chat/completions",
                Map.of("authorization", "Bearer " + KEY),
                JsonObjects.object("model", "gpt-4o-mini", "messages", messages(text)));
    }

    static Call responses(String text) {
        return new Call(
                "/v1/responses",
                Map.of("authorization", "Bearer " + KEY),
                JsonObjects.object("model", "gpt-4o-mini", "input", text));
    }

    static Call azure(String text) {
        return new Call(
                "/openai/v1/chat/completions",
                Map.of("api-key", KEY),
                JsonObjects.object("model", "my-deployment", "messages", messages(text)));
    }

    static Call azureDeployment(String text) {
        return new Call(
                "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21",
                Map.of("api-key", KEY),
                JsonObjects.object("messages", messages(text)));
    }

    static Call anthropic(String text) {
        return new Call(
                "/v1/messages",
                Map.of("x-api-key", KEY, "anthropic-version", "2023-06-01"),
                JsonObjects.object("model", "claude-haiku", "max_tokens", 256, "messages", messages(text)));
    }

    static Call gemini(String text) {
        return new Call(
                "/v1beta/models/gemini-flash:generateContent",
                Map.of("x-goog-api-key", KEY),
                JsonObjects.object(
                        "contents",
                        List.of(JsonObjects.object(
                                "role", "user", "parts", List.of(JsonObjects.object("text", text))))));
    }

    static Call openRouter(String text) {
        return new Call(
                "/api/v1/chat/completions",
                Map.of("authorization", "Bearer " + KEY),
                JsonObjects.object("model", "meta/llama", "messages", messages(text)));
    }

    static Call analyze(String text) {
        return new Call(
                "/contentsafety/text:analyze?api-version=2024-09-01",
                Map.of("ocp-apim-subscription-key", KEY),
                JsonObjects.object("text", text));
    }

    static Call shield(String prompt, String... documents) {
        return new Call(
                "/contentsafety/text:shieldPrompt?api-version=2024-09-01",
                Map.of("ocp-apim-subscription-key", KEY),
                JsonObjects.object("userPrompt", prompt, "documents", List.of(documents)));
    }

    /// One call to each endpoint that asks a model.
    static List<Call> toModels(String text) {
        return List.of(
                openAi(text),
                responses(text),
                azure(text),
                azureDeployment(text),
                anthropic(text),
                gemini(text),
                openRouter(text));
    }

    /// One call to each endpoint.
    static List<Call> toAll(String text) {
        var all = new ArrayList<>(toModels(text));
        all.add(analyze(text));
        all.add(shield(text, text));
        return all;
    }

    private static List<Map<String, @Nullable Object>> messages(String text) {
        return List.of(JsonObjects.object("role", "user", "content", text));
    }

    Call with(String header, String value) {
        var changed = new LinkedHashMap<>(headers);
        changed.put(header, value);
        return new Call(path, changed, body);
    }

    Call without(String header) {
        var changed = new LinkedHashMap<>(headers);
        changed.remove(header);
        return new Call(path, changed, body);
    }

    Call at(String otherPath) {
        return new Call(otherPath, headers, body);
    }

    Call set(String field, @Nullable Object value) {
        var changed = new LinkedHashMap<String, @Nullable Object>(body);
        changed.put(field, value);
        return new Call(path, headers, changed);
    }

    Call drop(String field) {
        var changed = new LinkedHashMap<String, @Nullable Object>(body);
        changed.remove(field);
        return new Call(path, headers, changed);
    }

    byte[] bytes() {
        return RowJson.writeValue(body);
    }

    HttpRequest request(URI address) {
        var request = HttpRequest.newBuilder(address.resolve(path)).header("content-type", "application/json");
        headers.forEach(request::header);
        return request.POST(HttpRequest.BodyPublishers.ofByteArray(bytes())).build();
    }

    /// The request as it stands on the wire.
    String head() {
        var head = new StringBuilder("POST " + path + " HTTP/1.1\r\nhost: simulator\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("content-length: ")
                .append(bytes().length)
                .append("\r\n\r\n")
                .toString();
    }
}
