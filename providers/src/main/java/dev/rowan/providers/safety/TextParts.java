package dev.rowan.providers.safety;

import java.util.ArrayList;
import java.util.List;

/// Splits long text between code points. Neighbouring parts share `overlap` code points, so that nothing is hidden
/// by a cut.
record TextParts(int size, int overlap) {

    TextParts {
        if (overlap < 0 || overlap >= size) {
            throw new IllegalArgumentException("parts of " + size + " cannot share " + overlap);
        }
    }

    /// The parts of `text`, at least one. An unpaired surrogate becomes the replacement character.
    List<String> of(String text) {
        int[] codePoints = text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
                .toArray();
        var parts = new ArrayList<String>();
        int from = 0;
        while (from + size < codePoints.length) {
            parts.add(new String(codePoints, from, size));
            from += size - overlap;
        }
        parts.add(new String(codePoints, from, codePoints.length - from));
        return List.copyOf(parts);
    }
}
