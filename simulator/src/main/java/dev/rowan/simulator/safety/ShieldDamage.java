package dev.rowan.simulator.safety;

import dev.rowan.simulator.json.JsonObjects;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ways in which a reply of text:shieldPrompt can be damaged.
public enum ShieldDamage implements Damage {
    BODY_NULL(Change.text("null")),
    BODY_LIST(Change.text("[]")),
    BODY_TEXT(Change.text("\"safe\"")),
    BODY_FALSE(Change.text("false")),
    BODY_EMPTY_OBJECT(Change.text("{}")),
    BODY_BLANK(Change.text("   ")),
    BODY_NOT_JSON(Change.text("attackDetected: false")),
    BODY_CUT(Change.ofText(text -> text.substring(0, text.length() - 2))),
    BODY_TWICE(Change.ofText(text -> text + text)),
    BODY_TRAILING_TEXT(Change.ofText(text -> text + " ok")),
    BODY_SINGLE_QUOTES(Change.ofText(text -> text.replace('"', '\''))),
    BODY_IN_DATA(Change.ofText(text -> "{\"data\":" + text + "}")),
    BODY_ERROR(Change.text("{\"error\":{\"code\":\"InternalError\",\"message\":\"failed\"}}")),
    PROMPT_MISSING(Change.inside(body -> body.remove("userPromptAnalysis"))),
    PROMPT_NULL(prompt(null)),
    PROMPT_FALSE(prompt(false)),
    PROMPT_LIST(prompt(List.of(verdict(false)))),
    PROMPT_EMPTY(prompt(JsonObjects.object())),
    PROMPT_VERDICT_NULL(prompt(verdict(null))),
    PROMPT_VERDICT_TEXT(prompt(verdict("false"))),
    PROMPT_VERDICT_NUMBER(prompt(verdict(0))),
    PROMPT_VERDICT_LIST(prompt(verdict(List.of()))),
    PROMPT_VERDICT_RENAMED(prompt(JsonObjects.object("attack_detected", false))),
    PROMPT_VERDICT_TWICE(Change.ofText(
            text -> text.replaceFirst("\"attackDetected\":", "\"attackDetected\":true,\"attackDetected\":"))),
    DOCUMENTS_MISSING(Change.inside(body -> body.remove("documentsAnalysis"))),
    DOCUMENTS_NULL(documents(null)),
    DOCUMENTS_EMPTY(documents(List.of())),
    DOCUMENTS_OBJECT(documents(verdict(false))),
    DOCUMENTS_TEXT(documents("[]")),
    DOCUMENTS_RENAMED(Change.ofText(text -> text.replace("documentsAnalysis", "documents_analysis"))),
    DOCUMENTS_TOO_MANY(documents(
            List.of(verdict(false), verdict(false), verdict(false), verdict(false), verdict(false), verdict(false)))),
    DOCUMENT_NULL(
            Change.ofText(text -> text.replaceFirst("\"documentsAnalysis\":\\[.*]", "\"documentsAnalysis\":[null]"))),
    DOCUMENT_FALSE(documents(List.of(false))),
    DOCUMENT_EMPTY(documents(List.of(JsonObjects.object()))),
    DOCUMENT_VERDICT_NULL(documents(List.of(verdict(null)))),
    DOCUMENT_VERDICT_TEXT(documents(List.of(verdict("false")))),
    DOCUMENT_VERDICT_NUMBER(documents(List.of(verdict(0)))),
    DOCUMENT_VERDICT_RENAMED(documents(List.of(JsonObjects.object("attack_detected", false))));

    private final Change change;

    ShieldDamage(Change change) {
        this.change = change;
    }

    @Override
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String endpoint() {
        return ShieldPromptEndpoint.NAME;
    }

    @Override
    public byte[] applied(Map<String, @Nullable Object> body) {
        return change.apply(body);
    }

    private static Map<String, @Nullable Object> verdict(@Nullable Object detected) {
        return JsonObjects.object("attackDetected", detected);
    }

    private static Change prompt(@Nullable Object value) {
        return Change.inside(body -> body.put("userPromptAnalysis", value));
    }

    private static Change documents(@Nullable Object value) {
        return Change.inside(body -> body.put("documentsAnalysis", value));
    }
}
