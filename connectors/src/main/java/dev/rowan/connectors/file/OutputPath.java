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
import java.util.OptionalLong;

/// A file as the destination of a sink. Files and directories are created for their owner only.
public record OutputPath(Path path, Mode mode, boolean joinsParts) implements Destination {
    private static final String NUMBER = "{n}";

    public OutputPath(Path path, Mode mode) {
        this(path, mode, true);
    }

    /// The magic bytes of SQLite databases.
    private static final byte[] SQLITE = "SQLite format 3\0".getBytes(US_ASCII);

    /// What a sink does with its file.
    public enum Mode {
        /// Creates it, and fails if it exists.
        CREATE,
        /// Appends to it, or creates it.
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
            return Optional.of(path + " is a directory; 'path' must name a file");
        }
        if (Files.exists(path)) {
            return checkPresent(existing);
        }
        if (Files.isSymbolicLink(path)) {
            return Optional.of(path + " is a dangling link; remove the link or create the file");
        }
        Path folder = nearestFolder();
        if (!Files.isDirectory(folder)) {
            return Optional.of(path + " cannot be created: " + folder + " is a file, not a directory");
        }
        return Files.isWritable(folder)
                ? Optional.empty()
                : Optional.of(path + " cannot be created: directory " + folder + " is not writable by this user");
    }

    private Optional<String> checkPresent(Existing existing) {
        if (!appends(existing) && existing == Existing.REFUSE) {
            return Optional.of(
                    path + " already exists; use --overwrite to replace it, or set 'mode: append' to add to it");
        }
        if (!Files.isWritable(path)) {
            return Optional.of(path + " is not writable by this user");
        }
        return isDatabase()
                ? Optional.of(
                        path + " is a SQLite database, such as a landscape, which no sink may overwrite or append to;"
                                + " choose another file")
                : Optional.empty();
    }

    @Override
    public boolean isNumbered() {
        return lastName().contains(NUMBER);
    }

    @Override
    public OutputPath numbered(int number) {
        return new OutputPath(path.resolveSibling(lastName().replace(NUMBER, String.valueOf(number))), mode);
    }

    @Override
    public Optional<String> fileName() {
        return Optional.of(lastName());
    }

    @Override
    public OutputPath sibling(String name) {
        return new OutputPath(path.resolveSibling(name), Mode.CREATE);
    }

    private String lastName() {
        return String.valueOf(path.getFileName());
    }

    @Override
    public OptionalLong size() throws IOException {
        return Files.isRegularFile(path) ? OptionalLong.of(Files.size(path)) : OptionalLong.empty();
    }

    @Override
    public void delete() throws IOException {
        Files.deleteIfExists(path);
        Files.deleteIfExists(unfinished());
    }

    /// Where the file is until it is whole.
    private Path unfinished() {
        return path.resolveSibling(lastName() + ".part");
    }

    @Override
    public OpenedOutput openWhole(Faults faults) throws IOException {
        Path part = unfinished();
        OpenedOutput opened = new OutputPath(part, Mode.CREATE).open(Existing.OVERWRITE, faults);
        var target = new AtomicFile(opened.target(), part, path);
        return new OpenedOutput(target, opened.mark(), opened.sha256(), false);
    }

    @Override
    public boolean appends(Existing existing) {
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

    /// The file's directory, or its nearest existing ancestor.
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
    public OpenedOutput open(Existing existing, Faults faults) throws IOException {
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
            throw new PluginException(
                    path + " cannot be created: something else created " + e.getFile() + " just now", e);
        } catch (IOException e) {
            throw new PluginException(path + " cannot be opened for writing: " + IoMessages.reason(e), e);
        }
    }

    @Override
    public OpenedOutput resume(Mark mark, Faults faults) throws IOException {
        if (mark.end() == 0) {
            return startOver(faults);
        }
        if (Files.notExists(path)) {
            throw new MarkedBytes(name(), mark).missing();
        }
        if (!Files.isRegularFile(path)) {
            throw new PluginException(path + " is not a regular file, so the run's output can neither be"
                    + " verified nor truncated; start a new run");
        }
        try {
            return opened(file -> OutputFile.resume(path, file, mark, faults));
        } catch (PluginException e) {
            throw e;
        } catch (IOException e) {
            throw new PluginException(path + " cannot be resumed: " + IoMessages.reason(e), e);
        }
    }

    /// No row of the run is recorded: the file has at most unsynced rows, or the content that the run replaces.
    private OpenedOutput startOver(Faults faults) throws IOException {
        OpenedOutput output = open(Existing.OVERWRITE, faults);
        if (output.mark().end() > 0) {
            output.target().close(output.mark().end());
            output = opened(file -> {
                file.setLength(0);
                file.getFD().sync();
                return OutputFile.at(path, file, faults);
            });
        }
        faults.at(FaultPoint.SINK_CUT);
        return output;
    }

    /// An action on the open file.
    private interface Opening {
        OpenedOutput of(RandomAccessFile file) throws IOException;
    }

    private OpenedOutput opened(Opening opening) throws IOException {
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            return opening.of(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public Optional<Input> present() throws IOException {
        return Optional.of(InputFile.open(path));
    }

    @Override
    public Optional<Input> appendedTo(Existing existing) throws IOException {
        return appends(existing) && Files.isRegularFile(path) && Files.size(path) > 0
                ? Optional.of(InputFile.open(path))
                : Optional.empty();
    }

    /// Creates missing directories and syncs their names.
    private void makeFolders() throws IOException {
        Path there = nearestFolder();
        Files.createDirectories(folder(path), onlyForTheOwner("rwx------"));
        for (Path made = folder(path); !made.equals(there) && made.getNameCount() > 0; made = folder(made)) {
            syncFolder(made);
        }
    }

    /// Syncs the file's directory entry.
    static void syncFolder(Path file) throws IOException {
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
