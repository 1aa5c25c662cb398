package dev.rowan.providers.template;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.text.FieldPath;
import io.pebbletemplates.pebble.error.AttributeNotFoundException;
import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import io.pebbletemplates.pebble.template.PebbleTemplateImpl;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A parsed prompt template: values of a row are never parsed as a template. Thread-safe.
public final class PromptTemplate {
    /// Longer templates are rejected.
    public static final int MAX_LENGTH = 256 * 1024;

    private static final Pattern TAG = Pattern.compile("\\{[{%#].*?[}%#]\\}", Pattern.DOTALL);

    private final PebbleTemplate template;
    private final Set<String> names;
    private final boolean usesRow;
    private final Set<FieldPath> fields;
    private final String leading;
    private final int staticBehind;

    private PromptTemplate(PebbleTemplate template, Grammar grammar, Set<FieldPath> fields, String text) {
        this.leading = leading(text);
        this.staticBehind = TAG.matcher(text).replaceAll("").length() - leading.length();
        this.template = template;
        this.names = Set.copyOf(grammar.names());
        this.usesRow = grammar.usesRow();
        this.fields = Collections.unmodifiableSet(new LinkedHashSet<>(fields));
    }

    /// A template, or a parse error.
    public sealed interface Parsed {
        record Ready(PromptTemplate template) implements Parsed {}

        /// Not a template: a sentence that starts with the line.
        record Broken(String message) implements Parsed {}
    }

    /// The result for a row.
    public sealed interface Rendered {
        record Prompt(String text) implements Rendered {}

        record Failed(Reason reason) implements Rendered {}
    }

    public static Parsed parse(String text) {
        if (text.length() > MAX_LENGTH) {
            return new Parsed.Broken("must be at most " + MAX_LENGTH + " characters long, got " + text.length());
        }
        try {
            var template = (PebbleTemplateImpl) PromptLanguage.engine().getTemplate(text);
            var grammar = new Grammar(template);
            template.getRootNode().accept(grammar);
            return new Parsed.Ready(new PromptTemplate(template, grammar, PromptFields.of(template), text));
        } catch (PebbleException broken) {
            Integer line = broken.getLineNumber();
            return new Parsed.Broken((line == null ? "" : "line " + line + " of the template: ") + message(broken));
        } catch (RuntimeException | StackOverflowError broken) {
            // the parser's own way of giving up on some invalid texts
            return new Parsed.Broken("is not a valid template");
        }
    }

    /// The fields that every row must have.
    public Set<String> names() {
        return names;
    }

    /// The text before the first tag, which every prompt starts with.
    public String leading() {
        return leading;
    }

    /// The characters behind the first tag that are the same in every prompt.
    public int staticBehind() {
        return staticBehind;
    }

    /// A tag such as `{{- text }}` removes the white space before it.
    private static String leading(String text) {
        Matcher tag = TAG.matcher(text);
        if (!tag.find()) {
            return text;
        }
        String before = text.substring(0, tag.start());
        return text.charAt(tag.start() + 2) == '-' ? before.stripTrailing() : before;
    }

    /// Whether the prompt is the same for every row.
    public boolean isConstant() {
        return !usesRow;
    }

    /// The paths whose values the prompt may show, in order.
    public Set<FieldPath> fields() {
        return fields;
    }

    public Rendered render(Row row) {
        var text = new PromptWriter();
        try {
            template.evaluate(text, scope(row), Locale.ROOT);
            return new Rendered.Prompt(text.toString());
        } catch (PebbleException refused) {
            PebbleException cause = innermost(refused);
            return failed(
                    message(cause),
                    cause instanceof AttributeNotFoundException missing
                            ? Map.of("name", String.valueOf(missing.getAttributeName()))
                            : Map.of());
        } catch (RuntimeException | StackOverflowError | IOException broken) {
            // what operators throw for values of the wrong type
            return failed("the template cannot work with these values", Map.of());
        }
    }

    @SuppressWarnings("NullAway") // a template may meet null
    private static Map<String, Object> scope(Row row) {
        return new TemplateVariables(row);
    }

    private static Rendered failed(String message, Map<String, String> details) {
        Reason reason = Reason.of("template_error", message);
        for (var detail : details.entrySet()) {
            reason = reason.with(detail.getKey(), detail.getValue());
        }
        return new Rendered.Failed(reason);
    }

    /// A condition wraps its errors.
    private static PebbleException innermost(PebbleException refused) {
        PebbleException cause = refused;
        while (cause.getCause() instanceof PebbleException inner) {
            cause = inner;
        }
        return cause;
    }

    /// The error message without library names.
    private static String message(PebbleException broken) {
        String message = String.valueOf(broken.getPebbleMessage());
        if (message.startsWith("Root attribute [") || message.startsWith("Attempt to get attribute of null")) {
            return "a value that is null has no parts";
        }
        return message.replace("Pebble was looking for", "expected");
    }
}
