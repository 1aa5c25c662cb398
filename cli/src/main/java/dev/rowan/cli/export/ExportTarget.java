package dev.rowan.cli.export;

import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.terminal.Shell;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/// The target of an export: a file, renamed into place when complete, or standard output. Owned by one thread.
final class ExportTarget implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final Optional<Path> file;
    private final Optional<Path> partial;
    private final OutputStream out;

    private ExportTarget(Optional<Path> file, Optional<Path> partial, OutputStream out) {
        this.file = file;
        this.partial = partial;
        this.out = new BufferedOutputStream(out, BUFFER);
    }

    static ExportTarget standardOutput(Shell shell) {
        return new ExportTarget(Optional.empty(), Optional.empty(), shell.out());
    }

    static ExportTarget file(Path file, boolean overwrite) throws IOException {
        if (Files.isDirectory(file)) {
            throw new UsageException(file + " is a directory; pass a file");
        }
        if (Files.exists(file) && !overwrite) {
            throw new UsageException(file + " already exists; choose another file, or pass --overwrite");
        }
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            Files.deleteIfExists(partial);
            Files.createFile(partial, ownerOnly(partial));
            return new ExportTarget(
                    Optional.of(file), Optional.of(partial), Files.newOutputStream(partial, StandardOpenOption.WRITE));
        } catch (NoSuchFileException _) {
            throw new UsageException("directory " + partial.getParent() + " does not exist; create it first");
        } catch (FileAlreadyExistsException _) {
            throw new UsageException(partial + " is being written by another process");
        }
    }

    /// Owner-only permissions, as for the landscape.
    private static FileAttribute<?>[] ownerOnly(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    OutputStream out() {
        return out;
    }

    /// Marks the export as complete; without it, closing deletes the partial file.
    void complete() throws IOException {
        out.flush();
        if (partial.isPresent()) {
            out.close();
            Files.move(partial.get(), file.orElseThrow(), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() throws IOException {
        if (partial.isPresent()) {
            out.close();
            Files.deleteIfExists(partial.get());
        }
    }
}
