package dev.rowan.simulator.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// A part of an array, which is not copied; nobody changes it.
public final class Slice implements Content {
    private final byte[] bytes;
    private final int from;
    private final int to;

    public Slice(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
    }

    public static Slice of(byte[] bytes) {
        return new Slice(bytes, 0, bytes.length);
    }

    @Override
    public long length() {
        return (long) to - from;
    }

    public byte at(int position) {
        return bytes[from + position];
    }

    /// A number that the same bytes always have.
    public long fingerprint() {
        long hash = 0xcbf29ce484222325L;
        for (int at = from; at < to; at++) {
            hash = (hash ^ bytes[at]) * 0x100000001b3L;
        }
        return hash;
    }

    /// The bytes from `start` up to `end`, copied.
    public byte[] copy(int start, int end) {
        return Arrays.copyOfRange(bytes, from + start, from + end);
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes, from, to - from);
    }
}
