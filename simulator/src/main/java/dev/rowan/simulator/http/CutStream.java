package dev.rowan.simulator.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/// Lets the first bytes through and swallows the rest. Owned by the connection's thread.
public final class CutStream extends FilterOutputStream {
    private long left;

    public CutStream(OutputStream out, long bytes) {
        super(out);
        this.left = bytes;
    }

    @Override
    public void write(int one) throws IOException {
        if (left > 0) {
            left--;
            out.write(one);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int passed = (int) Math.min(left, length);
        out.write(bytes, from, passed);
        left -= passed;
    }
}
