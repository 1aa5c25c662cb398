package dev.rowan.connectors.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The bytes of an input as a file, for a library that needs random access: the file itself, or a temporary copy.
public record SpooledFile(Path path, boolean temporary, long size) implements Closeable {
    private static final int CHUNK = 128 * 1024;

    /// `suffix` ends the name of a copy.
    public static SpooledFile of(DecodedInput input, String suffix) throws IOException {
        Optional<Path> local = input.file().filter(Files::isRegularFile);
        if (local.isPresent()) {
            return new SpooledFile(local.get(), false, Files.size(local.get()));
        }
        Path copy = Files.createTempFile("rowan-", suffix);
        try (var out = Files.newOutputStream(copy)) {
            var chunk = new byte[CHUNK];
            for (int read = input.read(chunk, 0, CHUNK); read >= 0; read = input.read(chunk, 0, CHUNK)) {
                out.write(chunk, 0, read);
            }
        } catch (IOException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
        return new SpooledFile(copy, true, Files.size(copy));
    }

    @Override
    public void close() throws IOException {
        if (temporary) {
            Files.deleteIfExists(path);
        }
    }
}
