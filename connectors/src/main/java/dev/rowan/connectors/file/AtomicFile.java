package dev.rowan.connectors.file;

import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// A file that gets its name when it is whole. Owned by the sink's thread.
final class AtomicFile implements OutputTarget {
    private final OutputTarget part;
    private final Path unfinished;
    private final Path whole;
    private boolean finished;

    AtomicFile(OutputTarget part, Path unfinished, Path whole) {
        this.part = part;
        this.unfinished = unfinished;
        this.whole = whole;
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        part.write(bytes, length);
    }

    @Override
    public void sync() throws IOException {
        part.sync();
    }

    @Override
    public void finish() throws IOException {
        part.sync();
        Files.move(unfinished, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        OutputPath.syncFolder(whole);
        finished = true;
    }

    /// Deletes the file unless it is whole.
    @Override
    public void close(long durable) throws IOException {
        part.close(durable);
        if (!finished) {
            Files.deleteIfExists(unfinished);
        }
    }

    @Override
    public PluginException failed(IOException failure, long safe) {
        return part.failed(failure, safe);
    }
}
