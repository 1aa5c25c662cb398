package dev.rowan.connectors.csv;

import dev.rowan.connectors.file.RecordWindow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Finds records and fields in bytes, without decoding them: RFC 4180 with any of the three line breaks.
///
/// It scans bytes, not characters, so that a record that is too large or not UTF-8 does not affect others. Blank
/// lines are skipped. Owned by the reader's thread.
final class CsvScanner {
    private static final byte PLAIN = 0;
    private static final byte DELIMITER = 1;
    private static final byte QUOTE = 2;
    private static final byte LF = 3;
    private static final byte CR = 4;

    /// The position of the scan within a field.
    private enum State {
        FIELD_START,
        UNQUOTED,
        QUOTED,
        /// After a quote within quotes: the end of the field, or the first half of a doubled quote.
        QUOTE_SEEN
    }

    private final RecordWindow window;
    private final String quote;
    private final byte[] outside = new byte[256];
    private final byte[] inside = new byte[256];

    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] doubled = new boolean[16];
    private int maxFields;

    private State state = State.FIELD_START;
    private int fieldStart;
    private boolean fieldDoubled;
    private int fields;
    private int stop;
    private int resume;
    private long line;
    private long nextLine = 1;
    private long behindInnerCr;
    private boolean afterCr;
    private boolean stray;
    private boolean unclosed;

    /// Keeps at most `maxFields` fields of a record; the rest is counted.
    CsvScanner(RecordWindow window, CsvDialect dialect, int maxFields) {
        this.window = window;
        this.quote = String.valueOf(dialect.quote());
        this.maxFields = maxFields;
        this.resume = window.start();
        outside[dialect.delimiter()] = DELIMITER;
        for (byte[] kinds : new byte[][] {outside, inside}) {
            kinds[dialect.quote()] = QUOTE;
            kinds['\n'] = LF;
            kinds['\r'] = CR;
        }
    }

    /// Keeps at most this many fields from now on.
    void expect(int count) {
        maxFields = count;
    }

    /// Counts lines from this one on.
    void startAtLine(long first) {
        nextLine = first;
    }

    /// Skips lines, whatever they contain.
    void skipLines(long count) throws IOException {
        for (long skipped = 0; skipped < count && skipLine(); skipped++) {}
    }

    private boolean skipLine() throws IOException {
        if (!begin()) {
            return false;
        }
        int i = window.start();
        while (true) {
            byte[] bytes = window.bytes();
            int end = window.end();
            while (i < end && bytes[i] != '\n' && bytes[i] != '\r') {
                i++;
            }
            if (i < end) {
                endRecord(i, bytes[i] == '\r' ? CR : LF);
                return true;
            }
            if (!window.more()) {
                resume = window.end();
                return true;
            }
            i = window.fresh();
        }
    }

    /// Moves to the next record; false if there is none.
    boolean next() throws IOException {
        boolean found;
        do {
            found = begin() && scan();
        } while (found && window.length(stop) == 0);
        return found;
    }

    private boolean begin() throws IOException {
        window.next(resume);
        if (window.start() == window.end() && !window.more()) {
            resume = window.start();
            return false;
        }
        if (afterCr && window.bytes()[window.start()] == '\n') {
            window.next(window.start() + 1);
        }
        line = nextLine;
        fields = 0;
        fieldStart = 0;
        fieldDoubled = false;
        afterCr = false;
        stray = false;
        unclosed = false;
        behindInnerCr = 0;
        state = State.FIELD_START;
        return true;
    }

    private boolean scan() throws IOException {
        byte[] bytes = window.bytes();
        int end = window.end();
        int i = window.start();
        while (true) {
            byte[] kinds = state == State.QUOTED ? inside : outside;
            int from = i;
            byte kind = PLAIN;
            while (i < end && (kind = kinds[bytes[i] & 0xFF]) == PLAIN) {
                i++;
            }
            if (i > from) {
                plain();
            }
            if (i == end) {
                if (!window.more()) {
                    return endOfFile();
                }
                bytes = window.bytes();
                end = window.end();
                i = window.fresh();
                continue;
            }
            if (state == State.QUOTED) {
                withinQuotes(kind, i);
            } else if (kind == DELIMITER) {
                endField(i);
            } else if (kind == QUOTE) {
                quote(i);
            } else {
                endRecord(i, kind);
                return true;
            }
            i++;
        }
    }

    private void plain() {
        if (state == State.FIELD_START) {
            state = State.UNQUOTED;
        } else if (state == State.QUOTE_SEEN) {
            stray = true;
            state = State.UNQUOTED;
        }
    }

    private void withinQuotes(byte kind, int at) {
        if (kind == QUOTE) {
            state = State.QUOTE_SEEN;
        } else if (kind == CR) {
            behindInnerCr = window.length(at + 1);
            nextLine++;
        } else if (behindInnerCr != window.length(at)) {
            nextLine++; // a line feed that does not belong to the CR before
        }
    }

    private void quote(int at) {
        if (state == State.FIELD_START) {
            state = State.QUOTED;
            fieldStart = at + 1 - window.start();
        } else if (state == State.QUOTE_SEEN) {
            state = State.QUOTED;
            fieldDoubled = true;
        }
    }

    private void endField(int at) {
        if (fields < maxFields) {
            if (fields == starts.length) {
                starts = Arrays.copyOf(starts, 2 * fields);
                ends = Arrays.copyOf(ends, 2 * fields);
                doubled = Arrays.copyOf(doubled, 2 * fields);
            }
            starts[fields] = fieldStart;
            ends[fields] = (state == State.QUOTE_SEEN ? at - 1 : at) - window.start();
            doubled[fields] = fieldDoubled;
        }
        fields++;
        fieldStart = at + 1 - window.start();
        fieldDoubled = false;
        state = State.FIELD_START;
    }

    private void endRecord(int at, byte kind) {
        endField(at);
        stop = at;
        resume = at + 1;
        afterCr = kind == CR;
        nextLine++;
    }

    private boolean endOfFile() {
        stop = window.end();
        resume = stop;
        unclosed = state == State.QUOTED;
        endField(stop);
        return true;
    }

    /// The number of fields of the record, kept or not.
    int fields() {
        return fields;
    }

    /// The text of a kept field. Malformed bytes become U+FFFD.
    String text(int field) {
        int from = window.start() + starts[field];
        var text = new String(window.bytes(), from, ends[field] - starts[field], StandardCharsets.UTF_8);
        return doubled[field] ? text.replace(quote + quote, quote) : text;
    }

    /// Whether the first field is quoted.
    boolean startsWithQuote() {
        return starts[0] > 0;
    }

    /// The end of the record in the window.
    int stop() {
        return stop;
    }

    /// The first line of the record, from 1.
    long line() {
        return line;
    }

    /// The last line of the record.
    long lastLine() {
        return Math.max(line, unclosed ? nextLine : nextLine - 1);
    }

    /// Whether something other than a delimiter follows a closing quote.
    boolean hasStrayQuote() {
        return stray;
    }

    /// Whether the file ended within quotes.
    boolean isUnclosed() {
        return unclosed;
    }
}
