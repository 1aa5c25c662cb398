package dev.rowan.transforms.chunk;

import java.text.BreakIterator;
import java.util.Locale;
import java.util.stream.IntStream;

/// Divides texts into units.
interface TextUnits {

    /// Where the units of a text begin, and its end: indexes into the string, never inside a code point.
    int[] boundaries(String text);

    static int[] codePoints(String text) {
        int[] boundaries = new int[text.codePointCount(0, text.length()) + 1];
        for (int i = 1; i < boundaries.length; i++) {
            boundaries[i] = text.offsetByCodePoints(boundaries[i - 1], 1);
        }
        return boundaries;
    }

    static int[] sentences(String text) {
        var sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
        sentences.setText(text);
        return IntStream.iterate(sentences.first(), at -> at != BreakIterator.DONE, _ -> sentences.next())
                .toArray();
    }
}
