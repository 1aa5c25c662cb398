package dev.rowan.connectors.file;

import dev.rowan.api.IoMessages;
import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/// A file that is read sequentially.
///
/// A regular file is a stream, because interrupting the reader of a channel closes it. A pipe is a channel,
/// because the reader of a stream cannot be interrupted while it waits for the writer.
public final class InputFile implements Input {
    private static final int PART = 1024 * 1024;

    private final Path path;
    private final InputStream bytes;
    private final OptionalLong size;

    private InputFile(Path path, InputStream bytes, OptionalLong size) {
        this.path = path;
        this.bytes = bytes;
        this.size = size;
    }

    public static InputFile open(Path path) throws IOException {
        if (Files.notExists(path)) {
            throw new PluginException(
                    path + " does not exist; check 'path', which is relative to the pipeline file's directory");
        }
        if (Files.isDirectory(path)) {
            throw new PluginException(path + " is a directory; 'path' must name a file");
        }
        if (!Files.isReadable(path)) {
            throw new PluginException(path + " cannot be read: permission denied");
        }
        try {
            return Files.isRegularFile(path)
                    ? new InputFile(path, new FileInputStream(path.toFile()), OptionalLong.of(Files.size(path)))
                    : new InputFile(path, Channels.newInputStream(FileChannel.open(path)), OptionalLong.empty());
        } catch (IOException e) {
            throw new PluginException(path + " cannot be read: " + IoMessages.reason(e), e);
        }
    }

    @Override
    public String name() {
        return path.toString();
    }

    /// The size when the file was opened; empty for a pipe.
    @Override
    public OptionalLong size() {
        return size;
    }

    /// The SHA-256 and the size of a regular file, read separately.
    @Override
    public Optional<String> fingerprint() throws IOException {
        if (size.isEmpty()) {
            return Optional.empty();
        }
        var sha256 = Sha256.create();
        long length = 0;
        try (var whole = new FileInputStream(path.toFile())) {
            var part = new byte[PART];
            for (int count = whole.read(part); count >= 0; count = whole.read(part)) {
                sha256.update(part, 0, count);
                length += count;
            }
        } catch (IOException e) {
            throw new PluginException(path + " cannot be read: " + IoMessages.reason(e), e);
        }
        return Optional.of("sha256:" + Sha256.hex(sha256) + ",bytes:" + length);
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        try {
            return bytes.read(into, at, length);
        } catch (IOException e) {
            throw new PluginException(path + " cannot be read: " + IoMessages.reason(e), e);
        }
    }

    @Override
    public void close() throws IOException {
        bytes.close();
    }
}
