package dev.rowan.providers.safety;

import java.util.ArrayList;
import java.util.List;

/// Long text in parts that a service takes, cut between code points. Neighbours share `overlap` code points, so that
/// what stands at a cut is seen whole in one of them.
record TextParts(int size, int overlap) {

    TextParts {
        if (overlap < 0 || overlap >= size) {
            throw new IllegalArgumentException("parts of " + size + " cannot share " + overlap);
        }
    }

    /// The parts of `text`, at least one. A surrogate without its other half becomes the replacement character, since
    /// JSON cannot carry it.
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
