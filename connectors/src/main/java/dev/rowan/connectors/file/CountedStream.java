package dev.rowan.connectors.file;

import java.io.IOException;
import java.io.InputStream;

/// An input as a buffered stream that counts the bytes taken from it. Owned by the reader's thread.
final class CountedStream extends InputStream {
    private static final int CHUNK = 64 * 1024;

    private final Input input;
    private final byte[] buffer = new byte[CHUNK];
    private int at;
    private int end;
    private long before;

    CountedStream(Input input) {
        this.input = input;
    }

    /// The number of bytes taken.
    long count() {
        return before + at;
    }

    /// Whether there is a byte left; waits for it.
    boolean hasMore() throws IOException {
        while (at == end) {
            before += end;
            at = 0;
            end = 0;
            int read = input.read(buffer, 0, buffer.length);
            if (read < 0) {
                return false;
            }
            end = read;
        }
        return true;
    }

    @Override
    public int read() throws IOException {
        return hasMore() ? buffer[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (!hasMore()) {
            return -1;
        }
        int count = Math.min(length, end - at);
        System.arraycopy(buffer, at, into, from, count);
        at += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
