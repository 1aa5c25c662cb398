package dev.rowan.connectors.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Existing;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;

/// Where a sink writes, and whether it may: folders are made for their owner alone, as files are.
public record OutputPath(Path path, Mode mode) implements Destination {
    /// How every SQLite database begins.
    private static final byte[] SQLITE = "SQLite format 3\0".getBytes(US_ASCII);

    /// What a sink does with its file.
    public enum Mode {
        /// Makes it, and refuses one that is there.
        CREATE,
        /// Adds to it, or makes it.
        APPEND
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
    public Optional<String> check(Existing existing) {
        if (Files.isDirectory(path)) {
            return Optional.of(path + " is a folder; 'path' must name a file");
        }
        if (Files.exists(path)) {
            return checkPresent(existing);
        }
        if (Files.isSymbolicLink(path)) {
            return Optional.of(path + " is a link to a file that does not exist; remove the link or make the file");
        }
        Path folder = nearestFolder();
        if (!Files.isDirectory(folder)) {
            return Optional.of(path + " cannot be made: " + folder + " is a file, not a folder");
        }
        return Files.isWritable(folder)
                ? Optional.empty()
                : Optional.of(path + " cannot be made: folder " + folder + " is not writable by this user");
    }

    private Optional<String> checkPresent(Existing existing) {
        if (mode == Mode.CREATE && existing == Existing.REFUSE) {
            return Optional.of(
                    path + " exists already; use --overwrite to replace it, or set 'mode: append' to add to it");
        }
        if (!Files.isWritable(path)) {
            return Optional.of(path + " is not writable by this user");
        }
        return isDatabase()
                ? Optional.of(path + " is a SQLite database, such as a landscape, which no sink replaces or adds to;"
                        + " choose another file")
                : Optional.empty();
    }

    private boolean isDatabase() {
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            return false;
        }
        try (var file = Files.newInputStream(path)) {
            return Arrays.equals(file.readNBytes(SQLITE.length), SQLITE);
        } catch (IOException _) {
            return false; // what is wrong with it shows when it is opened
        }
    }

    /// The folder of the file, or the first one above it that exists.
    private Path nearestFolder() {
        Path folder = folder(path);
        while (Files.notExists(folder) && folder.getParent() != null) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static Path folder(Path file) {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    }

    @Override
    public LineOutput open(Existing existing) throws IOException {
        Optional<String> problem = check(existing);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        try {
            Files.createDirectories(folder(path), onlyForTheOwner("rwx------"));
            Path target = Files.exists(path) ? path.toRealPath() : path;
            if (mode == Mode.CREATE && Files.isRegularFile(target)) {
                Files.delete(target);
            }
            if (Files.notExists(target)) {
                Files.createFile(target, onlyForTheOwner("rw-------"));
                syncFolder(target);
            }
            return openPresent();
        } catch (FileAlreadyExistsException e) {
            throw new PluginException(path + " cannot be made: something else made " + e.getFile() + " just now", e);
        } catch (IOException e) {
            throw new PluginException(path + " cannot be opened for writing: " + Failure.words(e), e);
        }
    }

    private LineOutput openPresent() throws IOException {
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            return OutputFile.at(path, file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public Optional<Input> appendedTo() throws IOException {
        return mode == Mode.APPEND && Files.isRegularFile(path) && Files.size(path) > 0
                ? Optional.of(InputFile.open(path))
                : Optional.empty();
    }

    /// Makes the file's name as durable as its content will be.
    private static void syncFolder(Path file) throws IOException {
        try (var channel = FileChannel.open(folder(file), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private FileAttribute<?>[] onlyForTheOwner(String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
