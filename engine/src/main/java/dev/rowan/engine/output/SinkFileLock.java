package dev.rowan.engine.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.store.RunLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/// The lock on a file beside a sink's file, `.NAME.rowan.lock`: the operating system releases it when its process
/// dies, so that it blocks runs of any landscape while this one is live, and nobody after that.
///
/// A directory that is not writable, or whose file system has no locks, gets none; there only the landscape keeps
/// other runs away. If an existing lock file cannot be opened, it may be held by anyone: the run is refused.
record SinkFileLock(RunLock lock) implements AutoCloseable {
    /// A longer name with the suffix might be too long for a file system.
    private static final int MAX_NAME_LENGTH = 200;

    private static final int TRIES = 5;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

    /// Locks `file` for a run; if another process holds it, a [RunRefusedException] names its run.
    static Optional<SinkFileLock> acquire(Path file, String runId, String landscape, Time time)
            throws PluginException, InterruptedException {
        Path beside = file.resolveSibling("." + shortened(String.valueOf(file.getFileName())) + ".rowan.lock");
        if (!RunLock.canBeMade(beside)) {
            return Optional.empty();
        }
        for (int tries = 1; ; tries++) {
            Optional<RunLock> taken;
            try {
                taken = RunLock.take(beside);
            } catch (LandscapeException error) {
                if (error.getCause() instanceof FileSystemException unusable) {
                    throw new PluginException(("the lock file %s cannot be opened (%s), so it is unknown whether"
                                    + " another process writes %s; if none does, remove the lock file or have its"
                                    + " owner remove it")
                            .formatted(beside, reason(unusable), file));
                }
                return Optional.empty();
            }
            if (taken.isPresent()) {
                taken.get()
                        .write(new SinkFileHolder(
                                        runId,
                                        landscape,
                                        ProcessHandle.current().pid())
                                .text());
                return taken.map(SinkFileLock::new);
            }
            if (tries == TRIES) {
                throw SinkFileHolder.refusal(file, beside, runId);
            }
            time.sleep(BETWEEN_TRIES);
        }
    }

    private static String reason(FileSystemException error) {
        return error instanceof AccessDeniedException
                ? "permission denied"
                : Objects.requireNonNullElse(error.getReason(), error.toString());
    }

    private static String shortened(String name) {
        return name.getBytes(UTF_8).length <= MAX_NAME_LENGTH
                ? name
                : Payload.utf8(name).sha256();
    }

    @Override
    public void close() {
        lock.close();
    }
}
