package dev.rowan.connectors.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rowan.api.IoMessages;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
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
        if (!appends(existing) && existing == Existing.REFUSE) {
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

    private boolean appends(Existing existing) {
        return mode == Mode.APPEND || existing == Existing.APPEND;
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
    public Mark start(Existing existing) throws IOException {
        return Mark.at(appends(existing) && Files.isRegularFile(path) ? Files.size(path) : 0);
    }

    @Override
    public LineOutput open(Existing existing, Faults faults) throws IOException {
        Optional<String> problem = check(existing);
        if (problem.isPresent()) {
            throw new PluginException(problem.get());
        }
        try {
            makeFolders();
            Path target = Files.exists(path) ? path.toRealPath() : path;
            if (!appends(existing) && Files.isRegularFile(target)) {
                Files.delete(target);
            }
            if (Files.notExists(target)) {
                Files.createFile(target, onlyForTheOwner("rw-------"));
                syncFolder(target);
            }
            return opened(file -> OutputFile.at(path, file, faults));
        } catch (FileAlreadyExistsException e) {
            throw new PluginException(path + " cannot be made: something else made " + e.getFile() + " just now", e);
        } catch (IOException e) {
            throw new PluginException(path + " cannot be opened for writing: " + IoMessages.reason(e), e);
        }
    }

    @Override
    public LineOutput resume(Mark mark, Faults faults) throws IOException {
        if (mark.end() == 0) {
            return beginAnew(faults);
        }
        if (Files.notExists(path)) {
            throw new MarkedBytes(name(), mark).missing();
        }
        if (!Files.isRegularFile(path)) {
            throw new PluginException(path + " is no regular file, so that what the run wrote there can neither be"
                    + " checked nor taken back; start a new run");
        }
        try {
            return opened(file -> OutputFile.resume(path, file, mark, faults));
        } catch (PluginException e) {
            throw e;
        } catch (IOException e) {
            throw new PluginException(path + " cannot be gone on with: " + IoMessages.reason(e), e);
        }
    }

    /// Nothing of the run is on record here: what stands in the file is less than a sync left, or what it replaces.
    private LineOutput beginAnew(Faults faults) throws IOException {
        LineOutput output = open(Existing.OVERWRITE, faults);
        if (output.start() > 0) {
            output.close();
            output = opened(file -> {
                file.setLength(0);
                file.getFD().sync();
                return OutputFile.at(path, file, faults);
            });
        }
        faults.at(FaultPoint.SINK_CUT);
        return output;
    }

    /// What is done with the file as soon as it is open.
    private interface Opening {
        LineOutput of(RandomAccessFile file) throws IOException;
    }

    private LineOutput opened(Opening opening) throws IOException {
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            return opening.of(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public Input present() throws IOException {
        return InputFile.open(path);
    }

    @Override
    public Optional<Input> appendedTo(Existing existing) throws IOException {
        return appends(existing) && Files.isRegularFile(path) && Files.size(path) > 0
                ? Optional.of(InputFile.open(path))
                : Optional.empty();
    }

    /// Makes the folders that are missing, and their names durable.
    private void makeFolders() throws IOException {
        Path there = nearestFolder();
        Files.createDirectories(folder(path), onlyForTheOwner("rwx------"));
        for (Path made = folder(path); !made.equals(there) && made.getNameCount() > 0; made = folder(made)) {
            syncFolder(made);
        }
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
