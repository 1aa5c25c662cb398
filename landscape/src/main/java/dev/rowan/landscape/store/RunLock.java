package dev.rowan.landscape.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.landscape.LandscapeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// A lock on a file beside the database, held while its process is alive and has the run open: when the process
/// dies, however it dies, the system releases the lock. The file is removed on close, if it is still the same.
///
/// The system drops a process's lock when the process closes any handle of the file. So the process that holds the
/// lock must not open the file again: callers must know beforehand whether they are the owner.
public final class RunLock implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final Optional<Object> identity;

    private RunLock(Path file, FileChannel channel, Optional<Object> identity) {
        this.file = file;
        this.channel = channel;
        this.identity = identity;
    }

    /// Tells a file from another that replaced it under the same name.
    interface Identity {
        Optional<Object> of(Path file) throws IOException;
    }

    /// Acquires the lock; empty if another process holds it or has just removed the file, in which case a retry may
    /// succeed.
    public static Optional<RunLock> take(Path file) {
        return take(file, RunLock::identity);
    }

    static Optional<RunLock> take(Path file, Identity identity) {
        try {
            Optional<Object> before = create(file);
            FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
            Optional<RunLock> taken = Optional.empty();
            try {
                if (locked(channel, false).orElse(false) && identity.of(file).equals(before)) {
                    taken = Optional.of(new RunLock(file, channel, before));
                }
                return taken;
            } finally {
                if (taken.isEmpty()) {
                    channel.close();
                }
            }
        } catch (NoSuchFileException removed) {
            return Optional.empty();
        } catch (IOException error) {
            throw new LandscapeException(
                    "cannot lock the run with the file " + file + " (" + error
                            + "): choose a folder for the landscape that can be written and that knows file locks",
                    error);
        }
    }

    /// Whether the file exists or can be created. Creates its parent folders.
    public static boolean canBeMade(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        try {
            if (folder != null && Files.notExists(folder)) {
                Files.createDirectories(folder, OwnerOnlyFiles.folder(folder));
            }
            return folder != null && Files.isWritable(folder);
        } catch (IOException impossible) {
            return false;
        }
    }

    /// Writes the holder into the file, for information only.
    public void write(String holder) {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(holder.getBytes(UTF_8)), 0);
        } catch (IOException unsaid) {
            // the lock itself is unaffected
        }
    }

    /// Creates the file if missing. If it is still the same one once locked, nobody holds another file of that
    /// name.
    private static Optional<Object> create(Path file) throws IOException {
        try {
            Files.createFile(file, OwnerOnlyFiles.file(file));
        } catch (FileAlreadyExistsException there) {
            // left behind when its owner died
        }
        return identity(file);
    }

    /// Whether another process holds the lock; empty if unknown.
    public static Optional<Boolean> isHeldElsewhere(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return locked(channel, true).map(free -> !free);
        } catch (NoSuchFileException gone) {
            return Optional.of(false);
        } catch (IOException untold) {
            return Optional.empty();
        }
    }

    /// Whether the lock was free and is now the channel's; empty when another thread of this process is at it.
    @SuppressWarnings("resource") // the lock goes with its channel
    private static Optional<Boolean> locked(FileChannel channel, boolean shared) throws IOException {
        try {
            FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
            return Optional.of(lock != null);
        } catch (OverlappingFileLockException _) {
            return Optional.empty();
        }
    }

    /// The file's identity, which a replacement does not share; empty if the system has none.
    private static Optional<Object> identity(Path file) throws IOException {
        return Optional.ofNullable(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    @Override
    public void close() {
        try (channel) {
            if (identity(file).equals(identity)) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            // A leftover file is harmless: only its lock counts, and that ends with the channel.
        }
    }
}
