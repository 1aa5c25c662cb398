package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.landscape.store.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The lock of a file beside a sink's file, `.NAME.rowan.lock`: the system gives it back when its process dies, however
/// it dies, so that it stops runs of any landscape while this one is live and nobody after that.
///
/// A folder that this process may not write to gets no lock; there the landscape alone keeps other runs away.
record SinkFileLock(RunLock lock) implements AutoCloseable {
    private static final int TRIES = 5;
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(20);

    /// Locks `file` for a run; when another process has it, a [PluginException] says which run that is.
    static Optional<SinkFileLock> acquire(Path file, String runId, String landscape, Time time)
            throws PluginException, InterruptedException {
        Path beside = file.resolveSibling("." + file.getFileName() + ".rowan.lock");
        if (!RunLock.canBeMade(beside)) {
            return Optional.empty();
        }
        for (int tries = 1; ; tries++) {
            Optional<RunLock> taken = RunLock.take(beside);
            if (taken.isPresent()) {
                taken.get()
                        .write("run " + runId + " of " + landscape + ", process "
                                + ProcessHandle.current().pid());
                return taken.map(SinkFileLock::new);
            }
            if (tries == TRIES) {
                throw new PluginException(
                        "%s is being written by %s; wait until it has ended, then run this command again"
                                .formatted(file, holder(beside)));
            }
            time.sleep(BETWEEN_TRIES);
        }
    }

    private static String holder(Path lock) {
        try {
            String text = Files.readString(lock).strip();
            return text.isEmpty() ? "another process, which holds " + lock : text;
        } catch (IOException gone) {
            return "another process, which holds " + lock;
        }
    }

    @Override
    public void close() {
        lock.close();
    }
}
