package dev.rowan.landscape;

import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Takes the records of one run and writes them in groups, in the order taken, on one writer thread.
///
/// Any thread may record. The caller's thread encodes and hashes the values; it waits only when the writer is
/// far behind, or when it asks to. A database that cannot be reached is waited for. After the writer has failed
/// (a full disk, a database that did not come back) every call throws the [LandscapeException] that says so,
/// and nothing further is written.
public interface LandscapeRecorder extends AutoCloseable {

    /// Takes a record. The number returned rises and can be given to [#awaitCommitted]. The record is durable
    /// within a fraction of a second, and as soon as the writer can when someone waits for it.
    long record(LogEntry entry) throws InterruptedException;

    /// The same for what has happened already, which an interrupt does not undo; the interrupt is left to the next
    /// wait.
    default long recordInAnyCase(LogEntry entry) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return record(entry);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Takes records that are committed together or not at all.
    long record(List<? extends LogEntry> together) throws InterruptedException;

    /// Waits until the record with this number is durable; it hastens the commit.
    void awaitCommitted(long number) throws InterruptedException;

    /// The same for a caller who may wait until `delay` has passed since the last commit, so that more records are
    /// committed together. After a longer pause, or when enough records wait, the commit comes at once.
    default void awaitCommitted(long number, Duration delay) throws InterruptedException {
        awaitCommitted(number);
    }

    /// The outage of the database under way, if there is one: meanwhile nothing becomes durable, and who
    /// records or waits is kept waiting. It ends by itself, or with the failure of the writer.
    default Optional<LandscapeOutage> outage() {
        return Optional.empty();
    }

    /// Waits at most so long from now on for a database that cannot be reached.
    default void shortenOutage(Duration most) {}

    /// Records the end, seals the run with its last head, and waits until all is durable.
    Head end(RunEnd end) throws InterruptedException;

    /// Stops the writer. Records taken and not yet committed are committed first unless the writer has failed.
    @Override
    void close();
}
