package dev.rowan.connectors.file;

import dev.rowan.api.IoMessages;
import dev.rowan.api.Sha256;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Mark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;

/// A file that lines are appended to.
///
/// Not a channel, because interrupting the writer of a channel closes it. Owned by the sink's thread.
final class OutputFile implements OutputTarget {
    private static final int CHUNK = 128 * 1024;

    private final Path path;
    private final RandomAccessFile file;
    private final Faults faults;
    private final boolean armed;
    private long end;

    private OutputFile(Path path, RandomAccessFile file, Faults faults) throws IOException {
        this.path = path;
        this.file = file;
        this.faults = faults;
        this.armed = !faults.equals(Faults.NONE);
        this.end = file.length();
    }

    /// Appends to `file`.
    static OpenedOutput at(Path path, RandomAccessFile file, Faults faults) throws IOException {
        var target = new OutputFile(path, file, faults);
        return target.opened(Mark.at(target.end), Sha256.create());
    }

    /// Continues at `mark` after verifying the bytes before it; truncates the rest.
    static OpenedOutput resume(Path path, RandomAccessFile file, Mark mark, Faults faults) throws IOException {
        var marked = new MarkedBytes(path.toString(), mark);
        marked.refuseShorter(file.length());
        file.seek(mark.start());
        var bytes = new byte[CHUNK];
        for (long at = mark.start(); at < mark.end(); ) {
            int count = file.read(bytes, 0, (int) Math.min(bytes.length, mark.end() - at));
            marked.refuseShorter(count < 0 ? at : mark.end());
            marked.add(bytes, 0, count);
            at += count;
        }
        MessageDigest sha256 = marked.verified();
        file.setLength(mark.end());
        file.getFD().sync();
        file.seek(mark.end());
        faults.at(FaultPoint.SINK_CUT);
        var target = new OutputFile(path, file, faults);
        return target.opened(mark, sha256);
    }

    private OpenedOutput opened(Mark mark, MessageDigest sha256) throws IOException {
        return new OpenedOutput(this, mark, sha256, end > 0 && !endsWithLineEnd());
    }

    /// Leaves the position at the end of the file.
    private boolean endsWithLineEnd() throws IOException {
        file.seek(end - 1);
        return file.read() == '\n';
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        try {
            if (armed) {
                writeInHalves(bytes, length);
            } else {
                file.write(bytes, 0, length);
            }
        } catch (IOException e) {
            takeBack(e);
            throw e;
        }
        end += length;
    }

    private void writeInHalves(byte[] bytes, int length) throws IOException {
        int half = length / 2;
        file.write(bytes, 0, half);
        faults.at(FaultPoint.SINK_HALF_WRITTEN);
        file.write(bytes, half, length - half);
    }

    private void takeBack(IOException cause) {
        try {
            file.setLength(end);
            file.seek(end);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public void sync() throws IOException {
        if (Files.isRegularFile(path)) {
            file.getFD().sync();
        }
    }

    @Override
    public void close(long durable) throws IOException {
        try (file) {
            if (end > durable && Files.isRegularFile(path)) {
                file.setLength(durable);
            }
            end = durable;
        }
    }

    @Override
    public PluginException failed(IOException failure, long safe) {
        return new PluginException(
                "%s cannot be written: %s; its first %d rows are safe; free space or choose another directory, then run again"
                        .formatted(path, IoMessages.reason(failure), safe),
                failure);
    }
}
