package dev.rowan.connectors.file;

import dev.rowan.api.IoMessages;
import dev.rowan.api.plugin.PluginException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A file that is read sequentially.
///
/// A regular file is a stream, because interrupting the reader of a channel closes it. A pipe is a channel,
/// because the reader of a stream cannot be interrupted while it waits for the writer.
public final class InputFile implements Input {
    private final Path path;
    private final InputStream bytes;

    private InputFile(Path path, InputStream bytes) {
        this.path = path;
        this.bytes = bytes;
    }

    public static InputFile open(Path path) throws IOException {
        if (!Files.isReadable(path)) {
            throw new PluginException(path + " cannot be read: permission denied");
        }
        try {
            return new InputFile(
                    path,
                    Files.isRegularFile(path)
                            ? new FileInputStream(path.toFile())
                            : Channels.newInputStream(FileChannel.open(path)));
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    /// Opens a regular file at `offset`.
    static InputFile openAt(Path path, long offset) throws IOException {
        InputFile opened = open(path);
        try {
            opened.bytes.skipNBytes(offset);
            return opened;
        } catch (IOException e) {
            opened.close();
            throw failed(path, e);
        }
    }

    static PluginException failed(Path path, IOException why) {
        return new PluginException(path + " cannot be read: " + IoMessages.reason(why), why);
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public Optional<Path> file() {
        return Optional.of(path);
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        try {
            return bytes.read(into, at, length);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
