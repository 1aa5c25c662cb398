package dev.rowan.landscape.lease;

import dev.rowan.landscape.chain.LogKey;
import dev.rowan.landscape.store.RunLock;
import java.util.Optional;

/// A lease held by this process on one chain of a run: the chain, the epoch, and the lock file beside the database,
/// if there is one.
public record Lease(LogKey log, int epoch, Optional<RunLock> lock) implements AutoCloseable {

    public String runId() {
        return log.runId();
    }

    public int runNo() {
        return log.runNo();
    }

    /// The lease's row: its table and the condition, with a parameter for the run's number.
    String row() {
        return log.writer() == LogKey.OWNER
                ? "run_lease WHERE run_no = ?"
                : "run_writer WHERE writer = " + log.writer() + " AND run_no = ?";
    }

    /// The start of an update of the row that sets a column, up to the run's number.
    String update(String assignment) {
        return "UPDATE " + row().replace(" WHERE", " SET " + assignment + " WHERE");
    }

    /// Releases the lock file; the lease itself is released in the database.
    @Override
    public void close() {
        lock.ifPresent(RunLock::close);
    }
}
