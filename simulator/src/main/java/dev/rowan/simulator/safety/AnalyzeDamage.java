package dev.rowan.simulator.safety;

import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.safety.Damage.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The damages that only replies of text:analyze can have.
final class AnalyzeDamage {
    static final List<Damage> ALL = List.of(
            damage("body_number", Change.text("0")),
            damage("body_not_json", Change.text("categoriesAnalysis: safe")),
            damage("list_missing", Change.inside(body -> body.remove("categoriesAnalysis"))),
            damage("list_null", Change.inside(body -> body.put("categoriesAnalysis", null))),
            damage("list_empty", Change.inside(body -> body.put("categoriesAnalysis", List.of()))),
            damage("list_object", Change.inside(body -> body.put("categoriesAnalysis", JsonObjects.object("Hate", 0)))),
            damage("list_text", Change.inside(body -> body.put("categoriesAnalysis", "[]"))),
            damage("list_renamed", Change.ofText(text -> text.replace("categoriesAnalysis", "categories_analysis"))),
            damage(
                    "list_twice",
                    Change.ofText(text ->
                            text.replace("{\"blocklistsMatch\"", "{\"categoriesAnalysis\":[],\"blocklistsMatch\""))),
            damage("item_null", first(_ -> null)),
            damage("item_text", first(_ -> "Hate:0")),
            damage("item_list", first(_ -> List.of("Hate", 0))),
            damage("item_empty", first(_ -> JsonObjects.object())),
            damage("item_missing", items(list -> list.subList(1, list.size()))),
            damage("item_twice", items(list -> plus(list, list.getFirst()))),
            damage(
                    "item_twice_different",
                    items(list -> plus(list, JsonObjects.object("category", "Hate", "severity", 6)))),
            damage("item_unknown", items(list -> plus(list, JsonObjects.object("category", "Weather", "severity", 0)))),
            damage("category_missing", first(_ -> JsonObjects.object("severity", 0))),
            damage("category_null", first(_ -> JsonObjects.object("category", null, "severity", 0))),
            damage("category_number", first(_ -> JsonObjects.object("category", 1, "severity", 0))),
            damage("category_lower_case", first(_ -> JsonObjects.object("category", "hate", "severity", 0))),
            damage("category_empty", first(_ -> JsonObjects.object("category", "", "severity", 0))),
            damage("severity_missing", first(_ -> JsonObjects.object("category", "Hate"))),
            damage("severity_null", severity(null)),
            damage("severity_text", severity("0")),
            damage("severity_word", severity("safe")),
            damage("severity_false", severity(false)),
            damage("severity_list", severity(List.of(0))),
            damage("severity_negative", severity(-1)),
            damage("severity_fraction", severity(0.5)),
            damage("severity_too_high", severity(8)),
            damage("severity_huge", severity(Long.MAX_VALUE)),
            damage(
                    "severity_twice",
                    Change.ofText(text -> text.replaceFirst("\"severity\":", "\"severity\":6,\"severity\":"))),
            damage("severity_nan", Change.ofText(text -> text.replaceFirst("\"severity\":[0-9]", "\"severity\":NaN"))),
            damage("severity_renamed", Change.ofText(text -> text.replace("\"severity\"", "\"Severity\""))),
            damage("blocklists_text", Change.inside(body -> body.put("blocklistsMatch", "none"))),
            damage("blocklists_object", Change.inside(body -> body.put("blocklistsMatch", JsonObjects.object()))));

    private AnalyzeDamage() {}

    private static Damage damage(String word, Change change) {
        return new Damage(TextAnalyzeEndpoint.NAME, word, change);
    }

    private static Change severity(@Nullable Object value) {
        return first(_ -> JsonObjects.object("category", "Hate", "severity", value));
    }

    private static Change first(UnaryOperator<@Nullable Object> change) {
        return items(list -> {
            var changed = new ArrayList<@Nullable Object>(list);
            changed.set(0, change.apply(list.getFirst()));
            return changed;
        });
    }

    private static Change items(UnaryOperator<List<@Nullable Object>> change) {
        return Change.inside(body -> {
            if (body.get("categoriesAnalysis") instanceof List<?> list && !list.isEmpty()) {
                body.put("categoriesAnalysis", change.apply(new ArrayList<@Nullable Object>(list)));
            }
        });
    }

    private static List<@Nullable Object> plus(List<@Nullable Object> list, @Nullable Object item) {
        var longer = new ArrayList<@Nullable Object>(list);
        longer.add(item);
        return longer;
    }
}
