package dev.rowan.web.http;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// A stream that is opened by the first that is written or flushed: until then, another answer can still be given.
/// Owned by one thread.
final class LazyStream extends OutputStream {
    private final Opening opening;
    private @Nullable OutputStream opened;

    interface Opening {
        OutputStream open() throws IOException;
    }

    LazyStream(Opening opening) {
        this.opening = opening;
    }

    private OutputStream opened() throws IOException {
        OutputStream out = opened;
        if (out == null) {
            out = opening.open();
            opened = out;
        }
        return out;
    }

    @Override
    public void write(int one) throws IOException {
        opened().write(one);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        opened().write(bytes, from, length);
    }

    @Override
    public void flush() throws IOException {
        opened().flush();
    }

    @Override
    public void close() throws IOException {
        if (opened != null) {
            opened.close();
        }
    }
}
