package dev.rowan.landscape.lease;

import dev.rowan.landscape.store.RunLock;
import java.util.Optional;

/// A lease held by this process: the run, the epoch, and the lock file beside the database, if there is one.
public record Lease(String runId, int runNo, int epoch, Optional<RunLock> lock) implements AutoCloseable {

    /// Releases the lock file; the lease itself is released in the database.
    @Override
    public void close() {
        lock.ifPresent(RunLock::close);
    }
}
