package dev.rowan.connectors.file;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.Closeable;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Optional;

/// Writes complete lines to a target, compressed or not, and tracks how far it is durable. Owned by the sink's
/// thread.
///
/// Compressed lines, and those of a target with parts, are flushed by their number of bytes alone, so that a
/// resumed run writes the same bytes; their mark lags behind the rows.
public final class LineOutput implements Closeable {
    private static final int FLUSH_AT = 128 * 1024;

    private final OutputTarget target;
    private final MessageDigest sha256;
    private final Optional<FrameEncoder> frames;
    private final boolean lags;
    private final LineBuffer buffer = new LineBuffer();
    private final long start;
    private long end;
    private long rows;
    /// Where the last part ended.
    private Mark partEnd;
    private Mark mark;
    private boolean suspended;

    LineOutput(OpenedOutput opened, Compression compression) {
        this.target = opened.target();
        this.sha256 = opened.sha256();
        this.frames = compression == Compression.NONE ? Optional.empty() : Optional.of(new FrameEncoder(compression));
        this.lags = frames.isPresent() || target.hasParts();
        this.start = opened.mark().start();
        this.end = opened.mark().end();
        this.rows = opened.mark().rows();
        this.partEnd = opened.mark();
        this.mark = opened.mark();
        if (opened.openLine() && frames.isEmpty()) {
            buffer.write('\n');
        }
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
            flush(false);
        }
    }

    /// Passes the lines on; `last` ends the frame.
    private void flush(boolean last) throws IOException {
        try {
            if (frames.isEmpty()) {
                write(buffer.bytes(), buffer.size());
            } else {
                pack(frames.get(), last);
            }
        } catch (IOException e) {
            throw target.failed(e, mark.rows());
        }
        buffer.clear();
    }

    private void pack(FrameEncoder encoder, boolean last) throws IOException {
        if (buffer.size() > 0) {
            encoder.write(buffer.bytes(), buffer.size());
        }
        boolean nothing = encoder.isEmpty() && end > 0;
        if (encoder.isFull() || (last && !nothing)) {
            byte[] frame = encoder.end();
            write(frame, frame.length);
        }
    }

    private void write(byte[] bytes, int length) throws IOException {
        target.write(bytes, length);
        sha256.update(bytes, 0, length);
        end += length;
        if (target.endPart()) {
            partEnd = position();
        }
    }

    private Mark position() {
        return new Mark(rows, start, end, Sha256.hex(sha256), target.state());
    }

    /// Makes durable what ends a part; without parts, everything so far.
    public Mark sync() throws IOException {
        if (!lags) {
            flush(false);
        }
        try {
            target.sync();
        } catch (IOException e) {
            throw target.failed(e, mark.rows());
        }
        mark = partEnd;
        return mark;
    }

    /// Makes everything durable; the output is complete.
    public Mark finish() throws IOException {
        flush(true);
        try {
            target.finish();
        } catch (IOException e) {
            throw target.failed(e, mark.rows());
        }
        mark = position();
        partEnd = mark;
        return mark;
    }

    /// Makes every row readable, behind the last mark, which stays; a resume removes that again. An output in parts
    /// is not visible before it is complete.
    public void suspend() throws IOException {
        if (target.hasParts()) {
            return;
        }
        flush(true);
        try {
            target.sync();
        } catch (IOException e) {
            throw target.failed(e, mark.rows());
        }
        suspended = true;
    }

    /// Whether a [#sync] now makes every row durable.
    boolean isAtPartEnd() {
        return !lags || (buffer.size() == 0 && partEnd.rows() == rows);
    }

    /// Closes the target in its state at the last [#sync] or [#suspend].
    @Override
    public void close() throws IOException {
        if (frames.isPresent()) {
            frames.get().close();
        }
        target.close(suspended ? end : mark.end());
    }
}
