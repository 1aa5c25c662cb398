package dev.rowan.simulator.safety;

import dev.rowan.simulator.answer.Usage;
import dev.rowan.simulator.http.Request;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.Json;
import dev.rowan.simulator.service.Answered;
import dev.rowan.simulator.service.Ask;
import dev.rowan.simulator.service.Dialect;
import dev.rowan.simulator.service.Endpoint;
import dev.rowan.simulator.service.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `POST /contentsafety/text:analyze`. Every blocklist holds one item, the word `forbidden`.
public record TextAnalyze(Dialect dialect) implements Endpoint {
    public static final String NAME = "safety_analyze";

    /// The most Unicode code points that a text may have.
    static final int LONGEST = 10_000;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean serves(Request request) {
        return request.method().equals("POST") && request.path().equals("/contentsafety/text:analyze");
    }

    @Override
    public Answered answer(Ask ask) throws RefusedException {
        ApiVersions.checkAnalyze(ask.request());
        String text = ask.body()
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
        boolean fine = isFine(ask.body());
        var analysis = new ArrayList<Map<String, @Nullable Object>>();
        for (Category category : categories(ask.body())) {
            int severity = category.severity(text);
            analysis.add(
                    Json.object("category", category.word(), "severity", fine ? severity + severity / 6 : severity));
        }
        return new Answered(
                NAME,
                Usage.NONE,
                Json.object("blocklistsMatch", blocklists(ask.body(), text), "categoriesAnalysis", analysis));
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
                .map(name -> Json.object(
                        "blocklistName", name,
                        "blocklistItemId", "item-1",
                        "blocklistItemText", "forbidden"))
                .toList();
    }
}
