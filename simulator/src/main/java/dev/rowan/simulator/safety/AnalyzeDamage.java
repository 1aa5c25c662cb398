package dev.rowan.simulator.safety;

import dev.rowan.simulator.json.JsonObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The ways in which a reply of text:analyze can be damaged.
public enum AnalyzeDamage implements Damage {
    BODY_NULL(Change.text("null")),
    BODY_LIST(Change.text("[]")),
    BODY_TEXT(Change.text("\"safe\"")),
    BODY_NUMBER(Change.text("0")),
    BODY_EMPTY_OBJECT(Change.text("{}")),
    BODY_BLANK(Change.text("   ")),
    BODY_NOT_JSON(Change.text("categoriesAnalysis: safe")),
    BODY_CUT(Change.ofText(text -> text.substring(0, text.length() - 2))),
    BODY_TWICE(Change.ofText(text -> text + text)),
    BODY_TRAILING_TEXT(Change.ofText(text -> text + " ok")),
    BODY_SINGLE_QUOTES(Change.ofText(text -> text.replace('"', '\''))),
    BODY_IN_DATA(Change.ofText(text -> "{\"data\":" + text + "}")),
    BODY_ERROR(Change.text("{\"error\":{\"code\":\"InternalError\",\"message\":\"failed\"}}")),
    LIST_MISSING(Change.inside(body -> body.remove("categoriesAnalysis"))),
    LIST_NULL(Change.inside(body -> body.put("categoriesAnalysis", null))),
    LIST_EMPTY(Change.inside(body -> body.put("categoriesAnalysis", List.of()))),
    LIST_OBJECT(Change.inside(body -> body.put("categoriesAnalysis", JsonObjects.object("Hate", 0)))),
    LIST_TEXT(Change.inside(body -> body.put("categoriesAnalysis", "[]"))),
    LIST_RENAMED(Change.ofText(text -> text.replace("categoriesAnalysis", "categories_analysis"))),
    LIST_TWICE(Change.ofText(
            text -> text.replace("{\"blocklistsMatch\"", "{\"categoriesAnalysis\":[],\"blocklistsMatch\""))),
    ITEM_NULL(first(_ -> null)),
    ITEM_TEXT(first(_ -> "Hate:0")),
    ITEM_LIST(first(_ -> List.of("Hate", 0))),
    ITEM_EMPTY(first(_ -> JsonObjects.object())),
    ITEM_MISSING(items(list -> list.subList(1, list.size()))),
    ITEM_TWICE(items(list -> plus(list, list.getFirst()))),
    ITEM_TWICE_DIFFERENT(items(list -> plus(list, JsonObjects.object("category", "Hate", "severity", 6)))),
    ITEM_UNKNOWN(items(list -> plus(list, JsonObjects.object("category", "Weather", "severity", 0)))),
    CATEGORY_MISSING(first(_ -> JsonObjects.object("severity", 0))),
    CATEGORY_NULL(first(_ -> JsonObjects.object("category", null, "severity", 0))),
    CATEGORY_NUMBER(first(_ -> JsonObjects.object("category", 1, "severity", 0))),
    CATEGORY_LOWER_CASE(first(_ -> JsonObjects.object("category", "hate", "severity", 0))),
    CATEGORY_EMPTY(first(_ -> JsonObjects.object("category", "", "severity", 0))),
    SEVERITY_MISSING(first(_ -> JsonObjects.object("category", "Hate"))),
    SEVERITY_NULL(severity(null)),
    SEVERITY_TEXT(severity("0")),
    SEVERITY_WORD(severity("safe")),
    SEVERITY_FALSE(severity(false)),
    SEVERITY_LIST(severity(List.of(0))),
    SEVERITY_NEGATIVE(severity(-1)),
    SEVERITY_FRACTION(severity(0.5)),
    SEVERITY_TOO_HIGH(severity(8)),
    SEVERITY_HUGE(severity(Long.MAX_VALUE)),
    SEVERITY_TWICE(Change.ofText(text -> text.replaceFirst("\"severity\":", "\"severity\":6,\"severity\":"))),
    SEVERITY_NAN(Change.ofText(text -> text.replaceFirst("\"severity\":[0-9]", "\"severity\":NaN"))),
    SEVERITY_RENAMED(Change.ofText(text -> text.replace("\"severity\"", "\"Severity\""))),
    BLOCKLISTS_TEXT(Change.inside(body -> body.put("blocklistsMatch", "none"))),
    BLOCKLISTS_OBJECT(Change.inside(body -> body.put("blocklistsMatch", JsonObjects.object())));

    private final Change change;

    AnalyzeDamage(Change change) {
        this.change = change;
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String endpoint() {
        return TextAnalyzeEndpoint.NAME;
    }

    @Override
    public byte[] applied(Map<String, @Nullable Object> body) {
        return change.apply(body);
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
