package dev.rowan.connectors.file;

import java.io.OutputStream;
import java.util.Arrays;

/// Buffers bytes until complete lines can be written. Owned by the sink's thread.
public final class LineBuffer extends OutputStream {
    private static final int INITIAL_CAPACITY = 160 * 1024;

    private byte[] bytes = new byte[INITIAL_CAPACITY];
    private int size;

    LineBuffer() {}

    @Override
    public void write(int b) {
        ensureCapacity(1);
        bytes[size++] = (byte) b;
    }

    @Override
    public void write(byte[] from, int at, int length) {
        ensureCapacity(length);
        System.arraycopy(from, at, bytes, size, length);
        size += length;
    }

    private void ensureCapacity(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(
                    bytes, Math.max(Math.addExact(size, more), (int) Math.min(2L * bytes.length, 1 << 30)));
        }
    }

    int size() {
        return size;
    }

    /// Clears the buffer, and shrinks it after a large line.
    void clear() {
        size = 0;
        if (bytes.length > 8 * INITIAL_CAPACITY) {
            bytes = new byte[INITIAL_CAPACITY];
        }
    }

    /// The bytes, of which the first [#size] count.
    byte[] bytes() {
        return bytes;
    }
}
