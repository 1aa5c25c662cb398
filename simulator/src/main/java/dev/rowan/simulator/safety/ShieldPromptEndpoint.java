package dev.rowan.simulator.safety;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST /contentsafety/text:shieldPrompt`.
public record ShieldPromptEndpoint(ServiceDialect dialect) implements Endpoint {
    public static final String NAME = "safety_shield";

    private static final int MAX_DOCUMENTS = 5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/contentsafety/text:shieldPrompt");
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        ApiVersions.checkShield(request.request());
        Optional<String> prompt = request.body().text("userPrompt");
        List<String> documents = request.body().list("documents").stream()
                .flatMap(List::stream)
                .map(String::valueOf)
                .toList();
        check(prompt.isPresent() || !documents.isEmpty(), "Either userPrompt or documents is required.");
        check(
                length(prompt.orElse("")) <= TextAnalyzeEndpoint.LONGEST,
                "The userPrompt exceeds the limit of 10000 characters.");
        check(documents.size() <= MAX_DOCUMENTS, "There may be at most 5 documents.");
        check(
                documents.stream().mapToInt(ShieldPromptEndpoint::length).sum() <= TextAnalyzeEndpoint.LONGEST,
                "The documents exceed the limit of 10000 characters in total.");
        Map<String, @Nullable Object> body = JsonObjects.object();
        prompt.ifPresent(text -> body.put("userPromptAnalysis", verdict(text)));
        body.put(
                "documentsAnalysis",
                documents.stream().map(ShieldPromptEndpoint::verdict).toList());
        return new ModelReply(NAME, TokenUsage.NONE, body);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static Map<String, @Nullable Object> verdict(String text) {
        return JsonObjects.object("attackDetected", Attacks.isIn(text));
    }

    private static void check(boolean holds, String message) throws RefusedException {
        if (!holds) {
            throw SafetyDialect.invalid(message).thrown();
        }
    }
}
