package dev.rowan.simulator.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The body of a reply, written as a stream, so that a huge one need not be in memory.
public interface Content {
    Content EMPTY = of(new byte[0]);

    long length();

    void writeTo(OutputStream out) throws IOException;

    static Content of(byte[] bytes) {
        return new Bytes(bytes);
    }

    static Content of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /// `before`, as many `x` as make up `length` bytes in all, and `after`.
    static Content padded(String before, String after, long length) {
        return new Padded(before, after, length);
    }

    /// Bytes that are there already.
    final class Bytes implements Content {
        private final byte[] bytes;

        private Bytes(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes);
        }
    }

    /// Filler between two texts, made while it is written.
    record Padded(String before, String after, long length) implements Content {
        private static final int BLOCK = 1 << 16;

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(before.getBytes(StandardCharsets.UTF_8));
            byte[] block = "x".repeat(BLOCK).getBytes(StandardCharsets.US_ASCII);
            long left = length - before.length() - after.length();
            for (; left > 0; left -= BLOCK) {
                out.write(block, 0, (int) Math.min(left, BLOCK));
            }
            out.write(after.getBytes(StandardCharsets.UTF_8));
        }
    }
}
