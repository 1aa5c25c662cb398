package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that lines are added to.
///
/// It is no channel, because interrupting the writer of a channel would close the file under it. Owned by the sink's
/// thread.
final class OutputFile implements LineOutput.Target {
    private final Path path;
    private final RandomAccessFile file;
    private long end;

    private OutputFile(Path path, RandomAccessFile file) throws IOException {
        this.path = path;
        this.file = file;
        this.end = file.length();
    }

    /// Goes on at the end of what `file` holds; a line that somebody left open there is ended first.
    static LineOutput at(Path path, RandomAccessFile file) throws IOException {
        var target = new OutputFile(path, file);
        var output = new LineOutput(target, target.end);
        if (target.end > 0 && !target.endsWithLineEnd()) {
            output.buffer().write('\n');
        }
        return output;
    }

    /// Leaves the file at its end.
    private boolean endsWithLineEnd() throws IOException {
        file.seek(end - 1);
        return file.read() == '\n';
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        try {
            file.write(bytes, 0, length);
        } catch (IOException e) {
            takeBack(e);
            throw e;
        }
        end += length;
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
                "%s cannot be written: %s; its first %d rows are safe; free space or choose another folder, then run again"
                        .formatted(path, Failure.words(failure), safe),
                failure);
    }
}
