package dev.rowan.connectors.file;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.util.Arrays;

/// Bytes on their way to a target, held back until whole lines can be written. Owned by the sink's thread.
public final class LineBuffer extends OutputStream {
    private static final int USUAL_ROOM = 160 * 1024;

    private byte[] bytes = new byte[USUAL_ROOM];
    private int size;

    LineBuffer() {}

    @Override
    public void write(int b) {
        room(1);
        bytes[size++] = (byte) b;
    }

    @Override
    public void write(byte[] from, int at, int length) {
        room(length);
        System.arraycopy(from, at, bytes, size, length);
        size += length;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(
                    bytes, Math.max(Math.addExact(size, more), (int) Math.min(2L * bytes.length, 1 << 30)));
        }
    }

    int size() {
        return size;
    }

    /// Forgets everything, and the room that a single large line took.
    void clear() {
        size = 0;
        if (bytes.length > 8 * USUAL_ROOM) {
            bytes = new byte[USUAL_ROOM];
        }
    }

    void writeTo(LineOutput.Target target) throws IOException {
        target.write(bytes, size);
    }

    void addTo(MessageDigest sha256) {
        sha256.update(bytes, 0, size);
    }
}
