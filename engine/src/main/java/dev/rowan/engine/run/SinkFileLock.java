package dev.rowan.engine.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.store.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The lock of a file beside a sink's file, `.NAME.rowan.lock`: the system gives it back when its process dies, however
/// it dies, so that it stops runs of any landscape while this one is live and nobody after that.
///
/// A folder that this process may not write to, or whose file system knows no locks, gets none; there the
/// landscape alone keeps other runs away.
record SinkFileLock(RunLock lock) implements AutoCloseable {
    /// What is added to a longer name might be too long for a file system.
    private static final int LONGEST_NAME = 200;

    private static final int TRIES = 5;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

    /// Locks `file` for a run; when another process has it, a [PluginException] says which run that is.
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
            } catch (LandscapeException unlockable) {
                return Optional.empty();
            }
            if (taken.isPresent()) {
                taken.get().write(holder(runId, landscape));
                return taken.map(SinkFileLock::new);
            }
            if (tries == TRIES) {
                throw new PluginException("%s is being written by %s".formatted(file, holder(beside)));
            }
            time.sleep(BETWEEN_TRIES);
        }
    }

    private static String shortened(String name) {
        return name.getBytes(UTF_8).length <= LONGEST_NAME
                ? name
                : Payload.utf8(name).sha256();
    }

    /// What others are told who meet the lock.
    private static String holder(String runId, String landscape) {
        return "run %s of %s, process %d; wait until it has ended: rowan watch %s --landscape '%s'"
                .formatted(runId, landscape, ProcessHandle.current().pid(), runId, landscape);
    }

    private static String holder(Path lock) {
        try {
            String text = Files.readString(lock).strip();
            return text.isEmpty() ? unknown(lock) : text;
        } catch (IOException gone) {
            return unknown(lock);
        }
    }

    private static String unknown(Path lock) {
        return "another process, which holds " + lock + "; wait until it has ended, then run this command again";
    }

    @Override
    public void close() {
        lock.close();
    }
}
