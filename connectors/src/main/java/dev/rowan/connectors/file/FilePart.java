package dev.rowan.connectors.file;

import dev.rowan.api.Sha256;
import dev.rowan.api.plugin.PluginException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A file that a source reads, as it was when it was listed. Owned by the reader's thread.
final class FilePart implements InputPart {
    private static final int CHUNK = 1024 * 1024;

    private final Path file;
    private final String path;
    private final boolean regular;
    private final Stamp listed;
    private @Nullable String fingerprint;

    private FilePart(Path file, String path, boolean regular, Stamp listed) {
        this.file = file;
        this.path = path;
        this.regular = regular;
        this.listed = listed;
    }

    /// What changes with the content, as far as the file system knows.
    private record Stamp(long size, FileTime modified) {
        static Stamp of(BasicFileAttributes attributes) {
            return new Stamp(attributes.size(), attributes.lastModifiedTime());
        }
    }

    static FilePart of(Path file, String path) throws IOException {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return new FilePart(file, path, found.isRegularFile(), Stamp.of(found));
        } catch (IOException e) {
            throw InputFile.failed(file, e);
        }
    }

    @Override
    public String name() {
        return file.toString();
    }

    @Override
    public String path() {
        return path;
    }

    /// Empty for a pipe.
    @Override
    public OptionalLong size() {
        return regular ? OptionalLong.of(listed.size()) : OptionalLong.empty();
    }

    /// The SHA-256 and the size of a regular file.
    @Override
    public Optional<String> fingerprint() throws IOException {
        if (!regular) {
            return Optional.empty();
        }
        fingerprint = content();
        return Optional.of(fingerprint);
    }

    private String content() throws IOException {
        var sha256 = Sha256.create();
        long length = 0;
        try (var whole = new FileInputStream(file.toFile())) {
            var chunk = new byte[CHUNK];
            for (int count = whole.read(chunk); count >= 0; count = whole.read(chunk)) {
                sha256.update(chunk, 0, count);
                length += count;
            }
        } catch (IOException e) {
            throw InputFile.failed(file, e);
        }
        return "sha256:" + Sha256.hex(sha256) + ",bytes:" + length;
    }

    @Override
    public Input open() throws IOException {
        verifyUnchanged();
        return InputFile.open(file);
    }

    @Override
    public Optional<Input> openAt(long offset) throws IOException {
        verifyUnchanged();
        return regular ? Optional.of(InputFile.openAt(file, offset)) : Optional.empty();
    }

    /// A file that was merely touched or copied over itself is unchanged.
    @Override
    public void verifyUnchanged() throws IOException {
        if (!regular) {
            return;
        }
        if (!Files.isRegularFile(file)) {
            throw new PluginException(file
                    + " has disappeared since the run listed its input; restore it and resume, or start a new run");
        }
        Stamp now = Stamp.of(Files.readAttributes(file, BasicFileAttributes.class));
        if (now.equals(listed) || (fingerprint != null && fingerprint.equals(content()))) {
            return;
        }
        String how = now.size() == listed.size()
                ? "it was modified at " + now.modified()
                : "it had " + listed.size() + " bytes and has " + now.size();
        throw new PluginException(file + " has changed since the run listed its input: " + how
                + "; restore it and resume, or start a new run when nobody writes it");
    }
}
