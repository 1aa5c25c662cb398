package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A file that grows by whole lines and knows how far it is durable.
///
/// It is no channel, because interrupting the writer of a channel would close the file under it. Owned by the sink's
/// thread.
public final class OutputFile implements Closeable {
    private static final int FLUSH_AT = 128 * 1024;

    private final Path path;
    private final RandomAccessFile file;
    private final MessageDigest digest = sha256();
    private final LineBuffer buffer = new LineBuffer();
    private final long start;
    private long end;
    private long rows;
    private Sink.Mark mark;

    /// Goes on at the end of what `file` holds.
    OutputFile(Path path, RandomAccessFile file) throws IOException {
        this.path = path;
        this.file = file;
        this.start = file.length();
        this.end = start;
        this.mark = new Sink.Mark(0, start, start, hexOfDigest());
        if (start > 0 && !endsWithLineEnd()) {
            buffer.write('\n');
        }
    }

    /// Leaves the file at its end.
    private boolean endsWithLineEnd() throws IOException {
        file.seek(start - 1);
        return file.read() == '\n';
    }

    /// Where a line is put together; [#endRow] or [#endHeader] ends it.
    public LineBuffer buffer() {
        return buffer;
    }

    /// How long the buffer is now, to come back to with [#cancel].
    public int position() {
        return buffer.size();
    }

    /// Takes back the part of a line that was written since `position`.
    public void cancel(int position) {
        buffer.cut(position);
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
            buffer.writeTo(file);
        } catch (IOException e) {
            takeBack(end, e);
            throw failed(e);
        }
        buffer.addTo(digest);
        end += buffer.size();
        buffer.clear();
    }

    /// Makes everything so far durable.
    public Sink.Mark sync() throws IOException {
        flush();
        try {
            if (Files.isRegularFile(path)) {
                file.getFD().sync();
            }
        } catch (IOException e) {
            throw failed(e);
        }
        mark = new Sink.Mark(rows, start, end, hexOfDigest());
        return mark;
    }

    /// Closes the file as it was at the last [#sync]: lines behind it are in no record and are taken back.
    @Override
    public void close() throws IOException {
        try (file) {
            if (end > mark.end() && Files.isRegularFile(path)) {
                file.setLength(mark.end());
            }
            end = mark.end();
        }
    }

    private void takeBack(long length, IOException cause) {
        try {
            file.setLength(length);
            file.seek(length);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private PluginException failed(IOException e) {
        String safe = "; its first " + mark.rows() + " rows are safe; ";
        String remedy = "free space or choose another folder, then run again";
        return new PluginException(path + " cannot be written: " + Failure.words(e) + safe + remedy, e);
    }

    private String hexOfDigest() {
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 of this Java cannot be copied", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
