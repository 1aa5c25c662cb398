package dev.rowan.api.text;

/// Writes paths in the syntax of [FieldPath#parse]. A very long key is truncated: paths appear in messages.
final class PathWriter {
    private static final int MAX_KEY_LENGTH = 64;

    private PathWriter() {}

    static void append(StringBuilder path, FieldPath.Step step) {
        switch (step) {
            case FieldPath.Step.Key(String name) -> appendKey(path, name);
            case FieldPath.Step.Index(int index) -> appendIndex(path, index);
            case FieldPath.Step.Each() -> path.append("[*]");
        }
    }

    static void appendKey(StringBuilder path, String name) {
        String key = shortened(name);
        if (isPlain(key)) {
            path.append(path.isEmpty() ? "" : ".").append(key);
        } else {
            path.append("[\"")
                    .append(key.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append("\"]");
        }
    }

    static void appendIndex(StringBuilder path, int index) {
        path.append('[').append(index).append(']');
    }

    private static String shortened(String name) {
        return name.length() <= MAX_KEY_LENGTH || name.codePointCount(0, name.length()) <= MAX_KEY_LENGTH
                ? name
                : name.substring(0, name.offsetByCodePoints(0, MAX_KEY_LENGTH)) + "…";
    }

    /// Whether a key needs no quotes.
    static boolean isPlain(String key) {
        return !key.isEmpty() && key.chars().noneMatch(c -> c == '.' || c == '[' || c == ']' || c == '"' || c == '\\');
    }
}
