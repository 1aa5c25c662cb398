package dev.rowan.providers.llm;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import dev.rowan.providers.template.PromptTemplate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds prompts that are unintentionally the same for every row, and templates that are not rendered.
final class PromptChecks {
    /// Placeholders of other template languages: `{ text }`, `$text`, `<text>`, `%text%`.
    private static final Pattern OTHER_TEMPLATE =
            Pattern.compile("\\{ *(?<braces>[A-Za-z_][A-Za-z0-9_]*) *}|\\$\\{?(?<dollar>[A-Za-z_][A-Za-z0-9_]*)}?"
                    + "|<(?<angles>[A-Za-z_][A-Za-z0-9_]*)>|%(?<percent>[A-Za-z_][A-Za-z0-9_]*)%");

    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{.*?}}|\\{%.*?%}", Pattern.DOTALL);

    private PromptChecks() {}

    /// A prompt that is the same for every row needs `constant_prompt: true`.
    static void constant(Section section, PromptText written, PromptTemplate prompt) {
        boolean wanted = section.get(LlmOptions.CONSTANT_PROMPT);
        if (prompt.isConstant() && !wanted) {
            section.problem(
                    written.option(),
                    "must use a field, otherwise every row sends the same prompt; " + advice(written.text())
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

    /// Rejects a template in an option that is the same for every row.
    static void noTemplate(Section section, Option<String> option) {
        template(section, option)
                .ifPresent(found -> section.problem(
                        option,
                        "must be the same for every row, got the template '" + found
                                + "'; only user_prompt_template is rendered with fields"));
    }

    /// Warns about a likely template that is sent unchanged.
    static void unlikelyTemplate(Section section, Option<String> option) {
        template(section, option)
                .ifPresent(found -> section.warning(
                        option,
                        "'" + found + "' is sent unchanged, the same for every row;"
                                + " only user_prompt_template is rendered with fields"));
    }

    private static Optional<String> template(Section section, Option<String> option) {
        Matcher template = TEMPLATE.matcher(section.find(option).orElse(""));
        return template.find() ? Optional.of(template.group()) : Optional.empty();
    }
}
