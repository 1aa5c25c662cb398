package dev.rowan.connectors.json;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.connectors.file.RecordWindow;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A JSON Pointer, RFC 6901, to the array with the records.
record JsonPointer(List<String> tokens) {
    private static final int SHOWN_KEYS = 20;

    JsonPointer {
        tokens = List.copyOf(tokens);
    }

    static boolean isPointer(String text) {
        return text.isEmpty()
                || (text.startsWith("/")
                        && !text.replace("~0", "").replace("~1", "").contains("~"));
    }

    static JsonPointer of(String text) {
        return new JsonPointer(
                text.isEmpty()
                        ? List.of()
                        : Stream.of(text.substring(1).split("/", -1))
                                .map(token -> token.replace("~1", "/").replace("~0", "~"))
                                .toList());
    }

    /// The text of the first `count` tokens.
    private String text(int count) {
        return tokens.subList(0, count).stream()
                .map(token -> "/" + token.replace("~", "~0").replace("/", "~1"))
                .reduce("", String::concat);
    }

    /// Moves `scanner` to the first byte inside the array. Throws if there is none in the input `name`.
    void enterArray(String name, RecordWindow window, JsonScanner scanner) throws IOException {
        for (int depth = 0; depth < tokens.size(); depth++) {
            switch (scanner.peekValue()) {
                case '{' -> enterObject(name, window, scanner, depth);
                case '[' -> enterElement(name, scanner, depth);
                default -> throw wrong(name, depth, "an object or array", scanner);
            }
        }
        if (scanner.peekValue() != '[') {
            throw wrong(name, tokens.size(), "an array", scanner);
        }
        scanner.advance();
    }

    private void enterObject(String name, RecordWindow window, JsonScanner scanner, int depth) throws IOException {
        var keys = new ArrayList<String>();
        scanner.advance();
        for (int next = scanner.peekValue(); next == '"'; next = scanner.peekValue()) {
            String key = key(name, window, scanner);
            if (scanner.peekValue() != ':') {
                throw invalid(name, window);
            }
            scanner.advance();
            scanner.peekValue();
            if (key.equals(tokens.get(depth))) {
                return;
            }
            keys.add(key);
            if (!scanner.skipValue()) {
                throw invalid(name, window);
            }
            if (scanner.peekValue() == ',') {
                scanner.advance();
            }
        }
        throw new PluginException(name + " has no '" + text(depth + 1) + "', which 'pointer' names; the keys of "
                + (depth == 0 ? "the document" : "'" + text(depth) + "'") + " are " + shown(keys));
    }

    private static String shown(List<String> keys) {
        return keys.isEmpty()
                ? "none"
                : String.join(", ", keys.subList(0, Math.min(SHOWN_KEYS, keys.size())))
                        + (keys.size() > SHOWN_KEYS ? " and " + (keys.size() - SHOWN_KEYS) + " more" : "");
    }

    private static String key(String name, RecordWindow window, JsonScanner scanner) throws IOException {
        if (!scanner.skipValue() || window.isTooLarge(scanner.at())) {
            throw invalid(name, window);
        }
        try {
            byte[] key = Arrays.copyOfRange(window.bytes(), window.start(), scanner.at());
            return String.valueOf(RowJson.readValue(key));
        } catch (JsonException e) {
            throw invalid(name, window);
        }
    }

    private void enterElement(String name, JsonScanner scanner, int depth) throws IOException {
        String token = tokens.get(depth);
        int index = token.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(token) : Integer.MAX_VALUE;
        scanner.advance();
        for (int i = 0; i < index && scanner.peekValue() != ']'; i++) {
            if (!scanner.skipValue() || scanner.peekValue() != ',') {
                break;
            }
            scanner.advance();
            if (i + 1 == index) {
                scanner.peekValue();
                return;
            }
        }
        if (index > 0 || scanner.peekValue() == ']') {
            throw new PluginException(name + " has no '" + text(depth + 1) + "', which 'pointer' names; '" + text(depth)
                    + "' is an array without such an element");
        }
    }

    private PluginException wrong(String name, int depth, String expected, JsonScanner scanner) throws IOException {
        String found = switch (scanner.peekValue()) {
            case '{' -> "an object; name the array in it with 'pointer', such as '" + text(depth) + "/items'";
            case '[' -> "an array";
            case JsonScanner.END -> "nothing; check that the file is complete";
            default -> "something else; check 'pointer'";
        };
        return new PluginException(name + ": expected " + expected + " at "
                + (depth == 0 ? "the start of the document" : "'" + text(depth) + "'") + ", found " + found);
    }

    private static PluginException invalid(String name, RecordWindow window) {
        return new PluginException(
                name + " is not valid JSON before the array of records, near byte " + window.taken());
    }
}
