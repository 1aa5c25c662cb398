package dev.rowan.transforms.assemble;

import dev.rowan.api.Row;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The text of one member, with the placeholders `{{ value }}`, `{{ number }}` and `{{ row.NAME }}`. It has no
/// loops, conditions or filters: a template over all members is what a prompt over the list of `collect` does.
record MemberTemplate(List<Part> parts) {
    static final MemberTemplate EMPTY = new MemberTemplate(List.of());

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";
    private static final String ROW = "row.";

    MemberTemplate {
        parts = List.copyOf(parts);
    }

    sealed interface Part {
        record Text(String text) implements Part {}

        record Value() implements Part {}

        record Number() implements Part {}

        record Field(String name) implements Part {}
    }

    sealed interface Parsed {
        record Valid(MemberTemplate template) implements Parsed {}

        record Invalid(String mustHold) implements Parsed {}
    }

    static Parsed parse(String text) {
        if (text.contains("{%")) {
            return new Parsed.Invalid("must have placeholders only, got a tag '{%'");
        }
        var parts = new ArrayList<Part>();
        int at = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
            int close = text.indexOf(CLOSE, open);
            if (close < 0) {
                return new Parsed.Invalid("must close every '{{' by '}}'");
            }
            parts.add(new Part.Text(text.substring(at, open)));
            String name = text.substring(open + OPEN.length(), close).strip();
            Optional<Part> placeholder = placeholder(name);
            if (placeholder.isEmpty()) {
                return new Parsed.Invalid(
                        "must have the placeholders {{ value }}, {{ number }} or {{ row.NAME }}, got '" + name + "'");
            }
            parts.add(placeholder.get());
            at = close + CLOSE.length();
        }
        parts.add(new Part.Text(text.substring(at)));
        return new Parsed.Valid(new MemberTemplate(parts));
    }

    private static Optional<Part> placeholder(String name) {
        return switch (name) {
            case "value" -> Optional.of(new Part.Value());
            case "number" -> Optional.of(new Part.Number());
            default -> {
                String field = name.startsWith(ROW) ? name.substring(ROW.length()) : "";
                boolean plain = !field.isEmpty() && field.chars().noneMatch(c -> " |.[]()".indexOf(c) >= 0);
                yield plain ? Optional.of(new Part.Field(field)) : Optional.empty();
            }
        };
    }

    /// The fields that the template prints besides the value.
    Stream<String> fields() {
        return parts.stream().flatMap(part -> part instanceof Part.Field(String name) ? Stream.of(name) : Stream.of());
    }

    /// The text of a member whose printed fields have a text.
    String render(Row member, String field, long number) {
        var text = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Text(String plain) -> text.append(plain);
                case Part.Value _ -> text.append(printed(member.get(field)).orElseThrow());
                case Part.Number _ -> text.append(number);
                case Part.Field(String name) ->
                    text.append(printed(member.get(name)).orElseThrow());
            }
        }
        return text.toString();
    }

    /// A text, number or boolean as text; empty for null, lists and objects.
    static Optional<String> printed(@Nullable Object value) {
        return switch (value) {
            case String text -> Optional.of(text);
            case BigDecimal number -> Optional.of(number.toPlainString());
            case Number number -> Optional.of(number.toString());
            case Boolean flag -> Optional.of(flag.toString());
            case null, default -> Optional.empty();
        };
    }
}
