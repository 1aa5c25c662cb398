package dev.rowan.cli.terminal;

import java.util.List;

/// Sanitizes text from rows, files and exceptions for the terminal: it cannot move the cursor, colour, hide or reorder
/// output.
public final class SafeText {
    private static final int ESCAPE = 0x1b;
    private static final int CSI = 0x9b;

    /// Direction marks and overrides, line separators, the byte order mark and invisible tags.
    private static final List<Range> INVISIBLE = List.of(
            new Range(0x061c, 0x061c),
            new Range(0x200e, 0x200f),
            new Range(0x2028, 0x202e),
            new Range(0x2066, 0x2069),
            new Range(0xfeff, 0xfeff),
            new Range(0xe0000, 0xe007f));

    private SafeText() {}

    /// The text without escape sequences, control and direction characters; line breaks stay.
    public static String lines(String text) {
        return strip(text, true);
    }

    /// The same on one line: line breaks and tabs become spaces.
    public static String line(String text) {
        return strip(text, false);
    }

    private static String strip(String text, boolean keepBreaks) {
        var safe = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (c == ESCAPE || c == CSI) {
                at = afterSequence(text, at);
                continue;
            }
            if (c == '\n' || c == '\t' || c == '\r' || c == 0x2028 || c == 0x2029) {
                safe.append(keepBreaks && c == '\n' ? '\n' : ' ');
            } else if (Character.isSurrogate((char) c) && Character.charCount(c) == 1) {
                safe.append('\ufffd');
            } else if (!isUnsafe(c)) {
                safe.appendCodePoint(c);
            }
            at += Character.charCount(c);
        }
        return safe.toString();
    }

    private static boolean isUnsafe(int c) {
        return Character.isISOControl(c) || INVISIBLE.stream().anyMatch(range -> range.holds(c));
    }

    /// The index after the escape sequence that starts at `at`: `ESC [ … letter`, `ESC ] … BEL`, or `ESC` and one
    /// more.
    private static int afterSequence(String text, int at) {
        int next = at + 1;
        boolean csi = text.charAt(at) == CSI;
        if (!csi && next < text.length()) {
            char kind = text.charAt(next);
            if (kind == ']' || kind == 'P' || kind == '_' || kind == '^' || kind == 'X') {
                return afterString(text, next + 1);
            }
            csi = kind == '[';
            next++;
            if (!csi) {
                return next;
            }
        }
        while (next < text.length() && text.charAt(next) >= 0x20 && text.charAt(next) < 0x40) {
            next++;
        }
        return Math.min(next + 1, text.length());
    }

    /// The index after the end of a sequence's string: BEL or `ESC \`. An unterminated one hides nothing.
    private static int afterString(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == 0x07 || text.charAt(i) == 0x9c) {
                return i + 1;
            }
            if (text.charAt(i) == ESCAPE && i + 1 < text.length() && text.charAt(i + 1) == '\\') {
                return i + 2;
            }
        }
        return from;
    }
}
