package dev.rowan.connectors.file;

import java.io.IOException;

/// Finds lines among bytes. Owned by the reader's thread.
public final class LineScanner {
    private final RecordWindow window;
    private int stop;
    private int resume;
    private long line;

    public LineScanner(RecordWindow window) {
        this(window, 1);
    }

    /// Counts lines from `first` on.
    public LineScanner(RecordWindow window, long first) {
        this.window = window;
        this.resume = window.start();
        this.line = first - 1;
    }

    /// Goes to the next line; false when there is none.
    public boolean next() throws IOException {
        window.next(resume);
        if (window.start() == window.end() && !window.more()) {
            resume = window.start();
            return false;
        }
        line++;
        byte[] bytes = window.bytes();
        int end = window.end();
        int i = window.start();
        while (true) {
            while (i < end && bytes[i] != '\n') {
                i++;
            }
            if (i < end) {
                stop = i;
                resume = i + 1;
                return true;
            }
            if (!window.more()) {
                stop = window.end();
                resume = stop;
                return true;
            }
            bytes = window.bytes();
            end = window.end();
            i = window.fresh();
        }
    }

    /// Where the line's bytes end in the window.
    public int stop() {
        return stop;
    }

    /// The number of the line, from 1.
    public long line() {
        return line;
    }
}
