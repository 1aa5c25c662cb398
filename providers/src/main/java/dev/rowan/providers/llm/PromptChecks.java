package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.providers.template.PromptTemplate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds prompts that are the same for every row though nobody said so, and templates where none is rendered.
final class PromptChecks {
    /// What people write for a field who know other templates: `{ text }`, `$text`, `<text>`, `%text%`.
    private static final Pattern OTHER_TEMPLATE =
            Pattern.compile("\\{ *(?<braces>[A-Za-z_][A-Za-z0-9_]*) *}|\\$\\{?(?<dollar>[A-Za-z_][A-Za-z0-9_]*)}?"
                    + "|<(?<angles>[A-Za-z_][A-Za-z0-9_]*)>|%(?<percent>[A-Za-z_][A-Za-z0-9_]*)%");

    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{.*?}}|\\{%.*?%}", Pattern.DOTALL);

    private PromptChecks() {}

    /// Every row would pay for the same question; that must be asked for by `constant_prompt: true`.
    static void constant(Section section, PromptText written, PromptTemplate prompt) {
        boolean wanted = section.get(LlmOptions.CONSTANT_PROMPT);
        if (prompt.isConstant() && !wanted) {
            section.problem(
                    written.option(),
                    "must use a field of the row, or every row pays for the same question; " + advice(written.text())
                            + ", or set constant_prompt: true");
        }
        if (wanted && !prompt.isConstant()) {
            section.problem(
                    LlmOptions.CONSTANT_PROMPT, "must be absent: the prompt uses fields, and differs between rows");
        }
    }

    private static String advice(String prompt) {
        Matcher other = OTHER_TEMPLATE.matcher(prompt);
        return other.find()
                ? "write {{ " + name(other) + " }} instead of " + other.group()
                : "write {{ text }} where the field 'text' belongs";
    }

    private static String name(Matcher other) {
        return Optional.ofNullable(other.group("braces"))
                .or(() -> Optional.ofNullable(other.group("dollar")))
                .or(() -> Optional.ofNullable(other.group("angles")))
                .orElseGet(() -> other.group("percent"));
    }

    /// Refuses a template in a setting that is the same for every row.
    static void noTemplate(Section section, Option<String> option) {
        template(section, option)
                .ifPresent(found -> section.problem(
                        option,
                        "must be the same for every row, got the template '" + found
                                + "'; only user_prompt_template is filled in with fields"));
    }

    /// Warns of one where it may be meant as it stands.
    static void unlikelyTemplate(Section section, Option<String> option) {
        template(section, option)
                .ifPresent(found -> section.warning(
                        option,
                        "'" + found + "' is sent as it stands, the same for every row;"
                                + " only user_prompt_template is filled in with fields"));
    }

    private static Optional<String> template(Section section, Option<String> option) {
        Matcher template = TEMPLATE.matcher(section.find(option).orElse(""));
        return template.find() ? Optional.of(template.group()) : Optional.empty();
    }
}
