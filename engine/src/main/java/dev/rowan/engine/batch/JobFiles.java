package dev.rowan.engine.batch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The directory of one job's files, `<job>/<provider>/` in the run's. File names never come from a provider or
/// a row. Files are readable by their owner only.
public final class JobFiles {
    public static final String REQUESTS = "requests.jsonl";

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<?> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final int PROBE = 1 << 16;

    private final Path folder;

    public JobFiles(Path artifacts, long job, String provider) {
        if (provider.isEmpty() || !provider.chars().allMatch(JobFiles::isPlain)) {
            throw new IllegalArgumentException(
                    "the word of a provider must be of a-z, 0-9, _ and -, got '" + provider + "'");
        }
        this.folder = artifacts.resolve(Long.toString(job)).resolve(provider);
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    public Path requests() {
        return folder.resolve(REQUESTS);
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /// An empty file to write to, replacing any previous one.
    public Path temporary(String name) throws IOException {
        if (isPosix(existing(folder))) {
            Files.createDirectories(folder, FOLDER);
        } else {
            Files.createDirectories(folder);
        }
        Path file = folder.resolve(name + ".part");
        Files.deleteIfExists(file);
        Files.createFile(file);
        own(file);
        return file;
    }

    /// Checks for free disk space after a write to a temporary file failed.
    public void checkSpace(Path temporary) throws IOException {
        try (var channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            channel.write(ByteBuffer.allocate(PROBE));
            channel.force(true);
        }
    }

    /// Moves a complete file to its final path, durably.
    public Path keep(Path temporary, String name) throws IOException {
        own(temporary);
        try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Path file = Files.move(
                temporary, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (isPosix(folder)) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
        return file;
    }

    private static void own(Path file) throws IOException {
        if (isPosix(file)) {
            Files.setPosixFilePermissions(file, FILE);
        }
    }

    /// The path, or its nearest existing ancestor.
    static Path existing(Path path) {
        Path at = path.toAbsolutePath();
        while (!Files.exists(at) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }

    private static boolean isPosix(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView("posix");
    }
}
