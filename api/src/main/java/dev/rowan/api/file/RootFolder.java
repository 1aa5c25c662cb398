package dev.rowan.api.file;

import dev.rowan.api.IoMessages;
import dev.rowan.api.Reason;
import dev.rowan.api.call.Payload;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// A folder whose files rows may name. Row data never chooses a file elsewhere: no absolute path, no `..` and no
/// symbolic link leads out.
public record RootFolder(Path folder) {

    /// The content of a file, or why there is none.
    public sealed interface Content {
        record Bytes(Payload payload) implements Content {}

        record None(Reason reason) implements Content {}
    }

    /// Why no row can name a file: there is no such folder.
    public Optional<String> problem() {
        return Files.isDirectory(folder)
                ? Optional.empty()
                : Optional.of("there is no folder " + folder + ", which 'root' names; create it, or correct 'root'");
    }

    /// Reads the file `name`, which has at most `maxBytes`.
    public Content read(String name, long maxBytes) {
        try {
            Path relative = Path.of(name);
            if (name.isBlank() || relative.isAbsolute() || relative.normalize().startsWith("..")) {
                return outside(name);
            }
            Path root = folder.toRealPath();
            Path file = root.resolve(relative).toRealPath();
            if (!file.startsWith(root)) {
                return outside(name);
            }
            if (!Files.isRegularFile(file)) {
                return none("unreadable_file", "'" + name + "' below the root folder is no regular file", name);
            }
            return read(file, name, maxBytes);
        } catch (InvalidPathException _) {
            return outside(name);
        } catch (NoSuchFileException _) {
            return none("file_not_found", "there is no file '" + name + "' below the root folder " + folder, name);
        } catch (IOException failed) {
            return none(
                    "unreadable_file",
                    "'" + name + "' below the root folder cannot be read: " + IoMessages.of(failed),
                    name);
        }
    }

    private static Content read(Path file, String name, long maxBytes) throws IOException {
        try (InputStream in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes((int) Math.min(maxBytes + 1, Integer.MAX_VALUE - 8));
            return bytes.length > maxBytes
                    ? new Content.None(tooLarge(Files.size(file), maxBytes).with("path", name))
                    : new Content.Bytes(Payload.of(bytes));
        }
    }

    /// `too_large`: content of `size` bytes where `max` are allowed.
    public static Reason tooLarge(long size, long max) {
        return Reason.of("too_large", "the content has %,d bytes; at most %,d are allowed".formatted(size, max))
                .with("size", size)
                .with("max", max);
    }

    private static Content outside(String name) {
        return none("path_outside_root", "the row must name a file below the root folder, got '" + name + "'", name);
    }

    private static Content none(String code, String message, String name) {
        return new Content.None(Reason.of(code, message).with("path", name));
    }
}
