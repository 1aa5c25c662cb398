package dev.rowan.landscape.lease;

import dev.rowan.landscape.store.RunLock;
import java.util.Optional;

/// A lease that this process holds: the run, the epoch, and the lock beside the database where there is one.
public record Lease(String runId, int runNo, int epoch, Optional<RunLock> lock) implements AutoCloseable {

    /// Gives the lock back; the lease itself is released in the database.
    @Override
    public void close() {
        lock.ifPresent(RunLock::close);
    }
}
