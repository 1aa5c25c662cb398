package dev.rowan.api.text;

import dev.rowan.api.text.FieldPath.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parses a path: a key, then `.key`, `[0]` or `["any key"]`. Owned by one thread.
final class PathReader {
    private static final int MAX_INDEX_DIGITS = 9;

    private final String text;
    private final List<Step> steps = new ArrayList<>();
    private int at;

    private PathReader(String text) {
        this.text = text;
    }

    /// The path; empty if `text` is not one.
    static Optional<FieldPath> read(String text) {
        var reader = new PathReader(text);
        while (reader.at < text.length()) {
            Optional<Step> step = reader.step();
            if (step.isEmpty()) {
                return Optional.empty();
            }
            reader.steps.add(step.get());
        }
        return reader.steps.isEmpty() ? Optional.empty() : Optional.of(new FieldPath(reader.steps));
    }

    private Optional<Step> step() {
        if (text.startsWith("[\"", at)) {
            return quotedKey();
        }
        if (text.charAt(at) == '[') {
            return steps.isEmpty() ? Optional.empty() : index();
        }
        if (!steps.isEmpty() && text.charAt(at++) != '.') {
            return Optional.empty();
        }
        return plainKey();
    }

    private Optional<Step> plainKey() {
        int from = at;
        while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
            at++;
        }
        String key = text.substring(from, at);
        return PathWriter.isPlain(key) ? Optional.of(new Step.Key(key)) : Optional.empty();
    }

    private Optional<Step> quotedKey() {
        var key = new StringBuilder();
        for (at += 2; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                at += 2;
                return text.startsWith("]", at - 1) ? Optional.of(new Step.Key(key.toString())) : Optional.empty();
            }
            if (c == '\\' && ++at == text.length()) {
                return Optional.empty();
            }
            key.append(text.charAt(at));
        }
        return Optional.empty();
    }

    private Optional<Step> index() {
        int end = text.indexOf(']', at);
        String digits = end < 0 ? "" : text.substring(at + 1, end);
        boolean isNumber = !digits.isEmpty()
                && digits.length() <= MAX_INDEX_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        at = end + 1;
        return isNumber ? Optional.of(new Step.Index(Integer.parseInt(digits))) : Optional.empty();
    }
}
