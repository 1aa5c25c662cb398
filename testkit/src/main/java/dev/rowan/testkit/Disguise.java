package dev.rowan.testkit;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A disguise for a word that people and models can still read and a plain search does not find. Only ASCII letters
/// change; words keep their first letter.
public enum Disguise {
    NONE(text -> text),
    UPPER_CASE(text -> text.toUpperCase(Locale.ROOT)),
    FULL_WIDTH(text -> letters(text, 0xFF41)),
    CIRCLED(text -> letters(text, 0x24D0)),
    MATHEMATICAL(text -> letters(text, 0x1D41A)),
    ZERO_WIDTH_SPACE(text -> parted(text, "\u200B")),
    ZERO_WIDTH_JOINER(text -> parted(text, "\u200D")),
    WORD_JOINER(text -> parted(text, "\u2060")),
    BYTE_ORDER_MARK(text -> parted(text, "\uFEFF")),
    SOFT_HYPHEN(text -> parted(text, "\u00AD")),
    ALL_AT_ONCE(text -> parted(letters(text.toUpperCase(Locale.ROOT), 0xFF41), "\u00AD\u200C"));

    private final UnaryOperator<String> change;

    Disguise(UnaryOperator<String> change) {
        this.change = change;
    }

    /// `text` in this disguise; `text` is in lower case.
    public String of(String text) {
        return change.apply(text);
    }

    /// Maps each letter from a to z to the one at the same offset in another alphabet.
    private static String letters(String text, int a) {
        var changed = new StringBuilder();
        text.toLowerCase(Locale.ROOT)
                .chars()
                .map(c -> c >= 'a' && c <= 'z' ? a + (c - 'a') : c)
                .forEach(changed::appendCodePoint);
        return changed.toString();
    }

    private static String parted(String text, String between) {
        return text.codePoints().mapToObj(Character::toString).collect(Collectors.joining(between));
    }
}
