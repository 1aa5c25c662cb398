package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.PebbleException;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.core.DefaultFilter;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Template filters. Each is charged for its input and output.
final class Filters {
    private Filters() {}

    static Map<String, Filter> all() {
        var filters = new HashMap<String, Filter>();
        filters.put("default", new DefaultFilter());
        filters.put("upper", ofText((text, _) -> text.toUpperCase(Locale.ROOT)));
        filters.put("lower", ofText((text, _) -> text.toLowerCase(Locale.ROOT)));
        filters.put("trim", ofText((text, _) -> text.strip()));
        filters.put("capitalize", ofText((text, _) -> capitalized(text)));
        filters.put("truncate", ofText(Filters::truncated, "length", "end"));
        filters.put("replace", ofText(Filters::replaced, "old", "new"));
        filters.put("length", new Metered(List.of(), (value, _) -> length(value)));
        filters.put("first", new Metered(List.of(), (value, _) -> item(value, true)));
        filters.put("last", new Metered(List.of(), (value, _) -> item(value, false)));
        filters.put("join", new Metered(List.of("separator"), Filters::joined));
        filters.put("tojson", new Metered(List.of(), (value, _) -> ValueText.json(value)));
        return filters;
    }

    private interface Step {
        @Nullable
        Object of(@Nullable Object value, Map<String, Object> args);
    }

    private interface TextStep {
        Object of(String text, Map<String, Object> args);
    }

    private static Filter ofText(TextStep step, String... names) {
        return new Metered(List.of(names), (value, args) -> value == null ? null : step.of(ValueText.of(value), args));
    }

    private record Metered(List<String> names, Step step) implements Filter {
        @Override
        public List<String> getArgumentNames() {
            return names;
        }

        @Override
        public @Nullable Object apply(
                @Nullable Object input,
                Map<String, Object> args,
                PebbleTemplate self,
                EvaluationContext context,
                int lineNumber) {
            RenderBudget meter = TemplateVariables.meter(context);
            meter.weigh(input);
            Object result = step.of(input, args);
            meter.weigh(result);
            return result;
        }
    }

    private static String capitalized(String text) {
        if (text.isEmpty()) {
            return text;
        }
        int first = text.offsetByCodePoints(0, 1);
        return text.substring(0, first).toUpperCase(Locale.ROOT) + text.substring(first);
    }

    /// The first `length` characters, followed by `end` if the text was truncated.
    private static String truncated(String text, Map<String, Object> args) {
        if (!(args.get("length") instanceof Number n) || n.longValue() < 0) {
            throw new PebbleException(null, "truncate needs a length, as in truncate(1000)");
        }
        if (text.codePointCount(0, text.length()) <= n.longValue()) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, n.intValue())) + ValueText.of(args.get("end"));
    }

    private static String replaced(String text, Map<String, Object> args) {
        String old = ValueText.of(args.get("old"));
        String by = ValueText.of(args.get("new"));
        if (old.isEmpty() || !args.containsKey("new")) {
            throw new PebbleException(null, "replace needs two texts, as in replace(\"a\", \"b\")");
        }
        var result = new StringBuilder(text.length());
        int from = 0;
        for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, from)) {
            grown(result.append(text, from, at).append(by));
            from = at + old.length();
        }
        return grown(result.append(text, from, text.length())).toString();
    }

    private static StringBuilder grown(StringBuilder text) {
        if (text.length() > RenderBudget.MAX_TEXT) {
            throw new PebbleException(
                    null, "a text in the template is longer than " + RenderBudget.MAX_TEXT + " characters");
        }
        return text;
    }

    private static Object length(@Nullable Object value) {
        return switch (value) {
            case null -> 0L;
            case List<?> list -> (long) list.size();
            case Map<?, ?> map -> (long) map.size();
            case Object single -> {
                String text = ValueText.of(single);
                yield (long) text.codePointCount(0, text.length());
            }
        };
    }

    private static @Nullable Object item(@Nullable Object value, boolean first) {
        return switch (value) {
            case null -> null;
            case List<?> list when list.isEmpty() -> null;
            case List<?> list -> first ? list.getFirst() : list.getLast();
            default -> throw new PebbleException(null, "first and last are for lists");
        };
    }

    private static @Nullable Object joined(@Nullable Object value, Map<String, Object> args) {
        if (value == null) {
            return null;
        }
        if (!(value instanceof List<?> list)) {
            throw new PebbleException(null, "join is for lists");
        }
        var text = new StringJoiner(ValueText.of(args.get("separator")));
        for (Object item : list) {
            text.add(ValueText.of(item));
            if (text.length() > RenderBudget.MAX_TEXT) {
                throw new PebbleException(
                        null, "a text in the template is longer than " + RenderBudget.MAX_TEXT + " characters");
            }
        }
        return text.toString();
    }
}
