package dev.rowan.simulator.safety;

import dev.rowan.simulator.json.JsonObjects;
import dev.rowan.simulator.safety.Damage.Change;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The damages that only replies of text:shieldPrompt can have.
final class ShieldDamage {
    static final List<Damage> ALL = List.of(
            damage("body_false", Change.text("false")),
            damage("body_not_json", Change.text("attackDetected: false")),
            damage("prompt_missing", Change.inside(body -> body.remove("userPromptAnalysis"))),
            damage("prompt_null", prompt(null)),
            damage("prompt_false", prompt(false)),
            damage("prompt_list", prompt(List.of(verdict(false)))),
            damage("prompt_empty", prompt(JsonObjects.object())),
            damage("prompt_verdict_null", prompt(verdict(null))),
            damage("prompt_verdict_text", prompt(verdict("false"))),
            damage("prompt_verdict_number", prompt(verdict(0))),
            damage("prompt_verdict_list", prompt(verdict(List.of()))),
            damage("prompt_verdict_renamed", prompt(JsonObjects.object("attack_detected", false))),
            damage(
                    "prompt_verdict_twice",
                    Change.ofText(text ->
                            text.replaceFirst("\"attackDetected\":", "\"attackDetected\":true,\"attackDetected\":"))),
            damage("documents_missing", Change.inside(body -> body.remove("documentsAnalysis"))),
            damage("documents_null", documents(null)),
            damage("documents_empty", documents(List.of())),
            damage("documents_object", documents(verdict(false))),
            damage("documents_text", documents("[]")),
            damage("documents_renamed", Change.ofText(text -> text.replace("documentsAnalysis", "documents_analysis"))),
            damage(
                    "documents_too_many",
                    documents(List.of(
                            verdict(false),
                            verdict(false),
                            verdict(false),
                            verdict(false),
                            verdict(false),
                            verdict(false)))),
            damage(
                    "document_null",
                    Change.ofText(
                            text -> text.replaceFirst("\"documentsAnalysis\":\\[.*]", "\"documentsAnalysis\":[null]"))),
            damage("document_false", documents(List.of(false))),
            damage("document_empty", documents(List.of(JsonObjects.object()))),
            damage("document_verdict_null", documents(List.of(verdict(null)))),
            damage("document_verdict_text", documents(List.of(verdict("false")))),
            damage("document_verdict_number", documents(List.of(verdict(0)))),
            damage("document_verdict_renamed", documents(List.of(JsonObjects.object("attack_detected", false)))));

    private ShieldDamage() {}

    private static Damage damage(String word, Change change) {
        return new Damage(ShieldPromptEndpoint.NAME, word, change);
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
