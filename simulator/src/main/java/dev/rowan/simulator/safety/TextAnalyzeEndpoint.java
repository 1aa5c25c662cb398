package dev.rowan.simulator.safety;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.http.HttpRequest;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.ModelReply;
import dev.rowan.simulator.service.RefusedException;
import dev.rowan.simulator.service.ServiceDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `POST /contentsafety/text:analyze`. Every blocklist holds one item, the word `forbidden`.
public record TextAnalyzeEndpoint(ServiceDialect dialect) implements Endpoint {
    public static final String NAME = "safety_analyze";

    /// The most Unicode code points that a text may have.
    static final int LONGEST = 10_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(HttpRequest request) {
        return request.method().equals("POST") && request.path().equals("/contentsafety/text:analyze");
    }

    @Override
    public ModelReply answer(EndpointRequest request) throws RefusedException {
        ApiVersions.checkAnalyze(request.request());
        String text = request.body()
                .text("text")
                .filter(found -> !found.isEmpty())
                .orElseThrow(() -> SafetyDialect.invalid("The text field is required.")
                        .withParam("text")
                        .thrown());
        if (text.codePointCount(0, text.length()) > LONGEST) {
            throw SafetyDialect.invalid("The length of text exceeds the limit of " + LONGEST + " characters.")
                    .withParam("text")
                    .thrown();
        }
        boolean fine = isFine(request.body());
        var analysis = new ArrayList<Map<String, @Nullable Object>>();
        for (Category category : categories(request.body())) {
            int severity = category.severity(text);
            analysis.add(JsonObjects.object(
                    "category", category.word(), "severity", fine ? severity + severity / 6 : severity));
        }
        return new ModelReply(
                NAME,
                TokenUsage.NONE,
                JsonObjects.object(
                        "blocklistsMatch", blocklists(request.body(), text), "categoriesAnalysis", analysis));
    }

    private static boolean isFine(Fields body) throws RefusedException {
        String type = body.text("outputType").orElse("FourSeverityLevels");
        return switch (type) {
            case "FourSeverityLevels" -> false;
            case "EightSeverityLevels" -> true;
            default ->
                throw SafetyDialect.invalid("The outputType '" + type + "' is not known.")
                        .withParam("outputType")
                        .thrown();
        };
    }

    private static List<Category> categories(Fields body) throws RefusedException {
        Optional<List<?>> wanted = body.list("categories");
        if (wanted.isEmpty()) {
            return List.of(Category.values());
        }
        var categories = new ArrayList<Category>();
        for (Object name : wanted.get()) {
            categories.add(Stream.of(Category.values())
                    .filter(category -> category.word().equals(name))
                    .findFirst()
                    .orElseThrow(() -> SafetyDialect.invalid("The category '" + name + "' is not known.")
                            .withParam("categories")
                            .thrown()));
        }
        return categories;
    }

    private static List<Map<String, @Nullable Object>> blocklists(Fields body, String text) {
        if (!text.toLowerCase(Locale.ROOT).contains("forbidden")) {
            return List.of();
        }
        return body.list("blocklistNames").stream()
                .flatMap(List::stream)
                .map(name -> JsonObjects.object(
                        "blocklistName", name,
                        "blocklistItemId", "item-1",
                        "blocklistItemText", "forbidden"))
                .toList();
    }
}
