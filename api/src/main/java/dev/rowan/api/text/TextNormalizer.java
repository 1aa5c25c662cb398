package dev.rowan.api.text;

import java.text.Normalizer;

/// Normalizes text to NFKC (full-width letters, ligatures, circled and mathematical letters, composed forms) and
/// removes invisible characters such as zero-width spaces, soft hyphens, variation selectors and control
/// characters.
///
/// Homoglyphs, letters of other scripts that look alike, are unchanged.
public final class TextNormalizer {
    /// First and last of each range: Unicode's `Default_Ignorable_Code_Point`, annotation marks, and control
    /// characters other than white space.
    private static final int[] INVISIBLE = {
        0x0000, 0x0008, 0x000E, 0x001B, 0x007F, 0x0084, 0x0086, 0x009F, 0x00AD, 0x00AD, 0x034F, 0x034F,
        0x061C, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x202A, 0x202E,
        0x2060, 0x206F, 0x3164, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFFB,
        0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE0FFF
    };

    private TextNormalizer() {}

    /// Returns `text` itself if there is nothing to change.
    public static String normalize(String text) {
        if (text.chars().allMatch(TextNormalizer::isPlain)) {
            return text;
        }
        // normalisation may turn a filler into an invisible character
        String normalized = visible(Normalizer.normalize(visible(text), Normalizer.Form.NFKC));
        return normalized.equals(text) ? text : normalized;
    }

    /// The position in `text` of the character that became the one at `position` of the normalized text; both in
    /// code points from 0.
    public static int positionBefore(String text, int position) {
        int low = 0;
        int high = text.codePointCount(0, text.length()) - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            String begin = normalize(text.substring(0, text.offsetByCodePoints(0, middle + 1)));
            if (begin.codePointCount(0, begin.length()) > position) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static String visible(String text) {
        if (text.codePoints().noneMatch(TextNormalizer::isInvisible)) {
            return text;
        }
        var visible = new StringBuilder(text.length());
        text.codePoints().filter(c -> !isInvisible(c)).forEach(visible::appendCodePoint);
        return visible.toString();
    }

    /// Whether a character is printable ASCII or white space.
    private static boolean isPlain(int c) {
        return (c >= ' ' && c < 0x7F) || (c >= '\t' && c <= '\r');
    }

    private static boolean isInvisible(int c) {
        for (int i = 0; i < INVISIBLE.length; i += 2) {
            if (c <= INVISIBLE[i + 1]) {
                return c >= INVISIBLE[i];
            }
        }
        return false;
    }
}
