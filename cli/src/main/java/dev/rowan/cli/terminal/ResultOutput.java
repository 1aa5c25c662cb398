package dev.rowan.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/// Standard output that reports failed writes. A plain [PrintStream] swallows errors, and a command would succeed
/// although its result was lost.
public final class ResultOutput extends FilterOutputStream {

    private ResultOutput(OutputStream out) {
        super(out);
    }

    /// A print stream over `out` whose methods throw [OutputFailure]. It writes UTF-8 whatever the locale, so that
    /// JSON is JSON everywhere.
    public static PrintStream of(OutputStream out) {
        return new PrintStream(new ResultOutput(out), true, UTF_8);
    }

    @Override
    public void write(int octet) {
        try {
            out.write(octet);
        } catch (IOException failed) {
            throw new OutputFailure(failed);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        try {
            out.write(bytes, from, length);
        } catch (IOException failed) {
            throw new OutputFailure(failed);
        }
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException failed) {
            throw new OutputFailure(failed);
        }
    }
}
