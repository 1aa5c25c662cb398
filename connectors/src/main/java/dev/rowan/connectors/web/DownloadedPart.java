package dev.rowan.connectors.web;

import dev.rowan.api.IoMessages;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.connectors.file.Input;
import dev.rowan.connectors.file.InputFile;
import dev.rowan.connectors.file.InputPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A file of a server without ranges, downloaded as a whole when it is opened; the copy is deleted when it is
/// closed. Owned by the reader's thread.
final class DownloadedPart implements InputPart {
    private final WebClient client;
    private final String path;
    private @Nullable String sha256;

    DownloadedPart(WebClient client, String path) {
        this.client = client;
        this.path = path;
    }

    @Override
    public String name() {
        return client.address();
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    /// The SHA-256, known once the file is open.
    @Override
    public Optional<String> fingerprint() {
        return Optional.ofNullable(sha256).map(hash -> "sha256:" + hash);
    }

    @Override
    public Input open() throws IOException {
        Path copy = Files.createTempFile("rowan-download-", "");
        try {
            String hash = client.download(copy);
            if (sha256 != null && !sha256.equals(hash)) {
                throw new PluginException(
                        name() + " has changed since the run listed its input; start a new run when nobody writes it");
            }
            sha256 = hash;
            return new Copy(InputFile.open(copy), copy, name());
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(copy);
            throw e;
        }
    }

    private record Copy(InputFile content, Path copy, String name) implements Input {

        @Override
        public int read(byte[] into, int at, int length) throws IOException {
            return content.read(into, at, length);
        }

        @Override
        public void close() throws IOException {
            content.close();
            try {
                Files.deleteIfExists(copy);
            } catch (IOException e) {
                throw new PluginException(copy + " cannot be deleted: " + IoMessages.reason(e), e);
            }
        }
    }
}
