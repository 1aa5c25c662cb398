package dev.rowan.connectors.file;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import java.io.Closeable;
import java.io.IOException;
import java.security.MessageDigest;

/// Writes complete lines to a target and tracks how far it is durable. Owned by the sink's thread.
public final class LineOutput implements Closeable {
    private static final int FLUSH_AT = 128 * 1024;

    private final Target target;
    private final MessageDigest sha256;
    private final LineBuffer buffer = new LineBuffer();
    private final long start;
    private long end;
    private long rows;
    private Sink.Mark mark;

    /// Continues `target` where an earlier process stopped; `sha256` has the bytes of `mark`.
    public LineOutput(Target target, Sink.Mark mark, MessageDigest sha256) {
        this.target = target;
        this.sha256 = sha256;
        this.start = mark.start();
        this.end = mark.end();
        this.rows = mark.rows();
        this.mark = mark;
    }

    /// The destination of lines.
    public interface Target {

        /// Appends the first `length` of `bytes`. If that fails, the target is unchanged.
        void write(byte[] bytes, int length) throws IOException;

        /// Makes everything written durable.
        void sync() throws IOException;

        /// Closes the target and truncates it to `durable` bytes.
        void close(long durable) throws IOException;

        /// The failure as a message with advice; the first `safe` rows are durable.
        PluginException failed(IOException failure, long safe);
    }

    /// The offset of the first row of this run.
    long start() {
        return start;
    }

    /// The buffer of the current line; [#endRow] or [#endHeader] ends it.
    public LineBuffer buffer() {
        return buffer;
    }

    public void endHeader() throws IOException {
        buffer.write('\n');
        flushIfFull();
    }

    public void endRow() throws IOException {
        buffer.write('\n');
        rows++;
        flushIfFull();
    }

    private void flushIfFull() throws IOException {
        if (buffer.size() >= FLUSH_AT) {
            flush();
        }
    }

    private void flush() throws IOException {
        try {
            buffer.writeTo(target);
        } catch (IOException e) {
            throw target.failed(e, mark.rows());
        }
        buffer.addTo(sha256);
        end += buffer.size();
        buffer.clear();
    }

    /// Makes everything so far durable.
    public Sink.Mark sync() throws IOException {
        flush();
        try {
            target.sync();
        } catch (IOException e) {
            throw target.failed(e, mark.rows());
        }
        mark = new Sink.Mark(rows, start, end, Sha256.hex(sha256));
        return mark;
    }

    /// Closes the target in its state at the last [#sync].
    @Override
    public void close() throws IOException {
        target.close(mark.end());
    }
}
