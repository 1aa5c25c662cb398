package dev.rowan.connectors.text;

import dev.rowan.connectors.file.RecordWindow;
import java.io.IOException;

/// Finds the units of a text among its bytes: from the first line that is not blank to the end of that line, to the
/// last line before a blank one, or to the end of the file. Owned by the reader's thread.
final class UnitScanner {
    private final RecordWindow window;
    private final TextUnit unit;
    private int at;
    private long stopLength;
    private long line;
    private long nextLine = 1;

    UnitScanner(RecordWindow window, TextUnit unit) {
        this.window = window;
        this.unit = unit;
        this.at = window.start();
    }

    /// Goes to the next unit; false when there is none.
    boolean next() throws IOException {
        stopLength = 0;
        do {
            window.next(at);
            if (!hasMore()) {
                return false;
            }
            line = nextLine;
        } while (!takeLine());
        while (unit != TextUnit.LINE && hasMore()) {
            if (!takeLine() && unit == TextUnit.PARAGRAPH) {
                break;
            }
        }
        return true;
    }

    private boolean hasMore() throws IOException {
        while (at == window.end()) {
            boolean more = window.more();
            at = window.fresh();
            if (!more) {
                return false;
            }
        }
        return true;
    }

    /// Takes a line, and extends the unit to its end unless it is blank; false if it is.
    private boolean takeLine() throws IOException {
        boolean blank = true;
        boolean ended = false;
        while (!ended && hasMore()) {
            byte[] bytes = window.bytes();
            int lineEnd = lineEnd(bytes, at, window.end());
            int stop = withoutReturns(bytes, at, lineEnd);
            blank = blank && isBlank(bytes, at, stop);
            if (!blank && stop > at) {
                stopLength = window.length(stop);
            }
            ended = lineEnd < window.end();
            at = ended ? lineEnd + 1 : lineEnd;
        }
        nextLine++;
        return !blank;
    }

    private static int lineEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '\n') {
            i++;
        }
        return i;
    }

    private static int withoutReturns(byte[] bytes, int from, int to) {
        int i = to;
        while (i > from && bytes[i - 1] == '\r') {
            i--;
        }
        return i;
    }

    private static boolean isBlank(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && (bytes[i] == ' ' || bytes[i] == '\t' || bytes[i] == '\r')) {
            i++;
        }
        return i == to;
    }

    /// Where the unit ends in the window, without the line break after it.
    int stop() {
        return (int) (window.start() + stopLength - window.length(window.start()));
    }

    /// The number of the unit's first line, from 1.
    long line() {
        return line;
    }
}
