package dev.rowan.transforms.chunk;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.stream.IntStream;

/// Divides texts into units.
interface TextUnits {
    char PARAGRAPH_SEPARATOR = 0x2029;

    /// Where the units of a text begin, and its end: indexes into the string, never inside a code point.
    int[] boundaries(String text);

    static int[] codePoints(String text) {
        int[] boundaries = new int[text.codePointCount(0, text.length()) + 1];
        for (int i = 1; i < boundaries.length; i++) {
            boundaries[i] = text.offsetByCodePoints(boundaries[i - 1], 1);
        }
        return boundaries;
    }

    /// Sentences as the JDK finds them in each paragraph; across paragraphs it may break before a full stop.
    static int[] sentences(String text) {
        var boundaries = IntStream.builder().add(0);
        var sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
        int start = 0;
        while (start < text.length()) {
            int end = paragraphEnd(text, start);
            sentences.setText(text.substring(start, end));
            sentences.first();
            for (int at = sentences.next(); at != BreakIterator.DONE; at = sentences.next()) {
                boundaries.add(start + at);
            }
            start = end;
        }
        return boundaries.build().toArray();
    }

    /// The index after the blank lines that end a paragraph, or the end of the text.
    private static int paragraphEnd(String text, int start) {
        boolean blank = true;
        int lineEnds = 0;
        int end = start;
        for (int at = start; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\n' || c == PARAGRAPH_SEPARATOR) {
                lineEnds += c == '\n' ? 1 : 2;
                end = at + 1;
            } else if (!Character.isWhitespace(c)) {
                if (lineEnds > 1 && !blank) {
                    return end;
                }
                blank = false;
                lineEnds = 0;
            }
        }
        return text.length();
    }
}
