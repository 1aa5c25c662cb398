package dev.rowan.connectors.json;

import dev.rowan.connectors.file.RecordWindow;
import java.io.IOException;

/// Finds JSON values among bytes without parsing them, so that a value that is too large or invalid does not affect
/// others. Owned by the reader's thread.
final class JsonScanner {
    /// There is no byte left.
    static final int END = -1;

    private final RecordWindow window;
    private int at;

    JsonScanner(RecordWindow window) {
        this.window = window;
        this.at = window.start();
    }

    /// The end of what was scanned, in the window.
    int at() {
        return at;
    }

    /// The next byte, which is not consumed, or [#END].
    int peek() throws IOException {
        while (at == window.end()) {
            boolean more = window.more();
            at = window.fresh();
            if (!more) {
                return END;
            }
        }
        return window.bytes()[at] & 0xFF;
    }

    /// The next byte after blanks; nothing before it is kept.
    int peekValue() throws IOException {
        int next = peek();
        while (next == ' ' || next == '\n' || next == '\r' || next == '\t') {
            at++;
            next = peek();
        }
        window.next(at);
        return next;
    }

    /// Consumes the byte that was peeked.
    void advance() {
        at++;
    }

    /// Consumes everything before `position`.
    void advanceTo(int position) {
        at = position;
    }

    /// Consumes the value that starts here; false if the input ends within it.
    boolean skipValue() throws IOException {
        int first = peek();
        return switch (first) {
            case END -> false;
            case '"', '{', '[' -> skipNested();
            default -> {
                while (!isEndOfScalar(peek())) {
                    at++;
                }
                yield true;
            }
        };
    }

    private static boolean isEndOfScalar(int octet) {
        return switch (octet) {
            case END, ',', ']', '}', ':', ' ', '\t', '\r', '\n' -> true;
            default -> false;
        };
    }

    private boolean skipNested() throws IOException {
        int depth = 0;
        boolean inText = false;
        boolean escaped = false;
        while (peek() != END) {
            byte[] bytes = window.bytes();
            int end = window.end();
            for (int i = at; i < end; i++) {
                byte b = bytes[i];
                if (escaped) {
                    escaped = false;
                } else if (b == '"') {
                    inText = !inText;
                } else if (inText) {
                    escaped = b == '\\';
                } else if (b == '{' || b == '[') {
                    depth++;
                } else if (b == '}' || b == ']') {
                    depth--;
                }
                if (depth == 0 && !inText) {
                    at = i + 1;
                    return true;
                }
            }
            at = end;
        }
        return false;
    }
}
