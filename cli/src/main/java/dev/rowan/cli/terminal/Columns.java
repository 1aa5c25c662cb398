package dev.rowan.cli.terminal;

import java.util.List;

/// Text width in terminal columns: wide characters take two, combining ones none.
public final class Columns {
    private static final String CUT = "…";

    /// East Asian wide blocks and pictographs, roughly as terminals show them.
    private static final List<Range> WIDE = List.of(
            new Range(0x1100, 0x115f),
            new Range(0x2e80, 0x303e),
            new Range(0x3040, 0xa4cf),
            new Range(0xac00, 0xd7a3),
            new Range(0xf900, 0xfaff),
            new Range(0xfe30, 0xfe6f),
            new Range(0xff00, 0xff60),
            new Range(0xffe0, 0xffe6),
            new Range(0x1f300, 0x1f64f),
            new Range(0x1f680, 0x1f6ff),
            new Range(0x1f900, 0x1faff),
            new Range(0x20000, 0x3fffd));

    private Columns() {}

    public static int of(String text) {
        return text.codePoints().map(Columns::of).sum();
    }

    private static int of(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(c) ? 2 : 1;
        };
    }

    private static boolean isWide(int c) {
        return WIDE.stream().anyMatch(range -> range.holds(c));
    }

    /// The text, truncated with `…` if it is wider than `columns`.
    public static String cut(String text, int columns) {
        if (of(text) <= columns) {
            return text;
        }
        var kept = new StringBuilder();
        int taken = 0;
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            taken += of(c);
            if (taken > columns - 1) {
                break;
            }
            kept.appendCodePoint(c);
            at += Character.charCount(c);
        }
        return kept.append(CUT).toString();
    }

    /// The text with its middle cut out, for paths.
    public static String cutMiddle(String text, int columns) {
        int length = text.length();
        if (of(text) <= columns || columns < 5 || of(text) != length) {
            return cut(text, columns);
        }
        int tail = (columns - 1) * 2 / 3;
        return text.substring(0, columns - 1 - tail) + CUT + text.substring(length - tail);
    }

    public static String padRight(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - of(text)));
    }

    public static String padLeft(String text, int columns) {
        return " ".repeat(Math.max(0, columns - of(text))) + text;
    }
}
