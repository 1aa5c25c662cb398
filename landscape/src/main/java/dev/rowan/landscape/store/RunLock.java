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

/// The lock of a file beside the database, held while its process lives and has the run open: when the process dies,
/// however it dies, the system gives the lock back at once. The file is removed on close, if it is still the same.
///
/// The system drops a process's lock when the process closes any handle of the file. So within the process that holds
/// it nobody may open the file, to ask or to take: whether the owner is this very process must be known before.
public final class RunLock implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final Optional<Object> identity;

    private RunLock(Path file, FileChannel channel, Optional<Object> identity) {
        this.file = file;
        this.channel = channel;
        this.identity = identity;
    }

    /// How a file is told from another that took its name.
    interface Identity {
        Optional<Object> of(Path file) throws IOException;
    }

    /// Takes the lock, or gives nothing when another process has it, or has just removed the file: then one may try
    /// again.
    public static Optional<RunLock> take(Path file) {
        return take(file, RunLock::identity);
    }

    static Optional<RunLock> take(Path file, Identity identity) {
        try {
            Optional<Object> before = made(file);
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

    /// Whether the file could be made, with the folders above it, or is there to be taken. Makes the folders.
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

    /// Writes into the file who has its lock, for people; it counts for nothing.
    public void write(String holder) {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(holder.getBytes(UTF_8)), 0);
        } catch (IOException unsaid) {
            // the lock itself stands
        }
    }

    /// Makes the file if it is not there. That it is the same one when it is locked tells that nobody holds another
    /// file of that name.
    private static Optional<Object> made(Path file) throws IOException {
        try {
            Files.createFile(file, OwnerOnlyFiles.file(file));
        } catch (FileAlreadyExistsException there) {
            // as after the death of its owner
        }
        return identity(file);
    }

    /// Whether another process has the lock; empty when that cannot be told.
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

    /// What tells the file from one that took its name; empty where the system knows no such thing.
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
            // A file that stays says nothing: only its lock does, and that ends with the channel.
        }
    }
}
