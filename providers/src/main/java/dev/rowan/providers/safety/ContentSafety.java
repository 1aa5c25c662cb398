package dev.rowan.providers.safety;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// `text:analyze`: the severity of a text in four categories.
public final class ContentSafety {
    private ContentSafety() {}

    /// The categories, by the service's names.
    public enum Category {
        HATE("Hate"),
        SELF_HARM("SelfHarm"),
        SEXUAL("Sexual"),
        VIOLENCE("Violence");

        private final String word;

        Category(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// The severity levels, by the service's names.
    public enum OutputType {
        FOUR_SEVERITY_LEVELS("FourSeverityLevels", 0, 2, 4, 6),
        EIGHT_SEVERITY_LEVELS("EightSeverityLevels", 0, 1, 2, 3, 4, 5, 6, 7);

        private final String word;
        private final Set<Integer> levels;

        OutputType(String word, Integer... levels) {
            this.word = word;
            this.levels = new TreeSet<>(List.of(levels));
        }

        /// The severities in ascending order.
        Set<Integer> levels() {
            return Collections.unmodifiableSet(levels);
        }
    }

    /// The severity of each category.
    public record Severities(Map<Category, Integer> of) {
        public Severities {
            of = Map.copyOf(of);
        }
    }

    /// One request for each part of the text; the text is clean if every part is.
    public static List<WireRequest> requests(SafetyEndpoint endpoint, String text, OutputType type) {
        return SafetyEndpoint.PARTS.of(text).stream()
                .map(part -> endpoint.post("text:analyze", body(part, type)))
                .toList();
    }

    private static Map<String, Object> body(String part, OutputType type) {
        var body = new LinkedHashMap<String, Object>();
        body.put("text", part);
        body.put("categories", Stream.of(Category.values()).map(Category::word).toList());
        body.put("outputType", type.word);
        return body;
    }

    public static SafetyReply<Severities> reply(WireReply.Complete reply, OutputType type) {
        return StrictBody.read(reply, body -> severities(body, type));
    }

    private static Severities severities(Map<?, ?> body, OutputType type) throws StrictBody.Wrong {
        if (body.containsKey("blocklistsMatch")
                && !StrictBody.list("blocklistsMatch", StrictBody.member(body, "blocklistsMatch"))
                        .isEmpty()) {
            throw new StrictBody.Wrong("blocklistsMatch is not empty though no list was named");
        }
        var found = new EnumMap<Category, Integer>(Category.class);
        for (Object item : StrictBody.list("categoriesAnalysis", StrictBody.member(body, "categoriesAnalysis"))) {
            Map<?, ?> analysis = StrictBody.object("an item of categoriesAnalysis", item);
            Category category = category(StrictBody.member(analysis, "category"));
            if (found.put(category, severity(StrictBody.member(analysis, "severity"), type)) != null) {
                throw new StrictBody.Wrong(category.word() + " occurs twice");
            }
        }
        if (found.size() != Category.values().length) {
            throw new StrictBody.Wrong("categoriesAnalysis lacks a category");
        }
        return new Severities(found);
    }

    private static Category category(Object word) throws StrictBody.Wrong {
        return Stream.of(Category.values())
                .filter(category -> category.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new StrictBody.Wrong("category is none that was asked for"));
    }

    private static int severity(Object value, OutputType type) throws StrictBody.Wrong {
        if (value instanceof Long level && level >= 0 && level <= 7 && type.levels.contains(level.intValue())) {
            return level.intValue();
        }
        throw new StrictBody.Wrong("severity is none of " + type.levels);
    }
}
