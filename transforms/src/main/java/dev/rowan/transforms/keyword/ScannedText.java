package dev.rowan.transforms.keyword;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// A text with cached facts for several requirements. Owned by the row's thread.
final class ScannedText {
    /// The two characters beyond ASCII that are, without regard to case, an ASCII letter.
    private static final char KELVIN_SIGN = '\u212A';

    private static final char LONG_S = '\u017F';

    private final String text;
    private @Nullable String folded;
    private OptionalInt longestDigitRun = OptionalInt.empty();

    ScannedText(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /// The text with its ASCII letters, and what counts as one, in lower case.
    String folded() {
        if (folded == null) {
            folded = fold(text);
        }
        return folded;
    }

    static String fold(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = fold(chars[i]);
        }
        return new String(chars);
    }

    private static char fold(char c) {
        if (c >= 'A' && c <= 'Z') {
            return (char) (c + ('a' - 'A'));
        }
        if (c < 128) {
            return c;
        }
        return c == KELVIN_SIGN ? 'k' : c == LONG_S ? 's' : c;
    }

    int longestDigitRun() {
        if (longestDigitRun.isEmpty()) {
            longestDigitRun = OptionalInt.of(longestDigitRun(text));
        }
        return longestDigitRun.getAsInt();
    }

    private static int longestDigitRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            run = c >= '0' && c <= '9' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
