package dev.rowan.web.diagram;

/// Text that must fit into a width, measured in columns: wide characters, such as those of Chinese, take two.
final class ClippedText {
    private static final int FIRST_WIDE = 0x1100;

    private ClippedText() {}

    static String to(int columns, String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        int used = 0;
        int at = 0;
        int fits = 0;
        while (at < line.length()) {
            int c = line.codePointAt(at);
            used += c >= FIRST_WIDE && Character.getType(c) != Character.NON_SPACING_MARK && !isNarrow(c) ? 2 : 1;
            if (used > columns) {
                return line.substring(0, fits) + "…";
            }
            at += Character.charCount(c);
            if (used < columns) {
                fits = at;
            }
        }
        return line;
    }

    /// Punctuation and signs above the alphabets, such as `…` and `≤`.
    private static boolean isNarrow(int c) {
        return c >= 0x1e00 && c < 0x2e80;
    }
}
