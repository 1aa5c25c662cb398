package dev.rowan.landscape;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.RowJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A text to search for in values. It matches within a string, a number, true, false or null, ignoring ASCII case.
public record SearchTerm(String text) {
    /// The maximum length in characters.
    public static final int MAX_LENGTH = 200;

    public SearchTerm {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new LandscapeException(
                    "a text to search for must have 1 to " + MAX_LENGTH + " characters, got " + text.length());
        }
    }

    /// The `LIKE` pattern for the JSON of such values, with `^` as the escape character.
    public String pattern() {
        String json = new String(RowJson.writeValue(text), UTF_8);
        return "%"
                + json.substring(1, json.length() - 1)
                        .replace("^", "^^")
                        .replace("%", "^%")
                        .replace("_", "^_")
                + "%";
    }

    /// The index of the first match, or -1.
    public int in(String within) {
        int last = within.length() - text.length();
        for (int at = 0; at <= last; at++) {
            if (isAt(within, at)) {
                return at;
            }
        }
        return -1;
    }

    private boolean isAt(String within, int at) {
        for (int i = 0; i < text.length(); i++) {
            if (small(within.charAt(at + i)) != small(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static char small(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    /// A matching value: its path, the value as text, and the index of the match.
    public record Hit(String name, String value, int at) {}

    /// The first matching value within `values`.
    public Optional<Hit> find(@Nullable Object values) {
        return find("", values);
    }

    private Optional<Hit> find(String name, @Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> find(
                                name.isEmpty() ? String.valueOf(entry.getKey()) : name + "." + entry.getKey(),
                                entry.getValue()))
                        .flatMap(Optional::stream)
                        .findFirst();
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    Optional<Hit> hit = find(String.format(Locale.ROOT, "%s[%d]", name, i), list.get(i));
                    if (hit.isPresent()) {
                        yield hit;
                    }
                }
                yield Optional.empty();
            }
            case String word -> leaf(name, word);
            case null -> leaf(name, "null");
            default -> leaf(name, new String(RowJson.writeValue(value), UTF_8));
        };
    }

    private Optional<Hit> leaf(String name, String value) {
        int at = in(value);
        return at < 0 ? Optional.empty() : Optional.of(new Hit(name, value, at));
    }
}
