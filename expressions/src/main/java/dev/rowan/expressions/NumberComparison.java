package dev.rowan.expressions;

import java.util.List;

/// A comparison of the field at `path` with a number, such as `row.draft.confidence >= 0.6`. The number stands in the
/// expression's text from `start` to `end`.
public record NumberComparison(List<String> path, String number, int start, int end) {
    public NumberComparison {
        path = List.copyOf(path);
    }

    /// `text` with another number in this place.
    public String with(String other, String text) {
        return text.substring(0, start) + other + text.substring(end);
    }
}
