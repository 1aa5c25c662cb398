package dev.rowan.landscape;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Records one run: writes entries in groups, in the order taken, on one writer thread.
///
/// Any thread may record. The caller's thread encodes and hashes the values; it blocks only if the writer is far
/// behind, or in [#awaitCommitted]. An unreachable database is waited for. After the writer has failed (a full
/// disk, a database that did not come back) every call throws its [LandscapeException], and nothing more is
/// written.
public interface LandscapeRecorder extends AutoCloseable {

    /// Takes a record and returns its number, for [#awaitCommitted]. Numbers are ascending. The record is durable
    /// within a fraction of a second, or as soon as possible if a caller waits for it.
    long record(LogEntry entry) throws InterruptedException;

    /// Records something that has already happened and that an interrupt does not undo; the interrupt status is
    /// restored.
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

    /// Waits until the record with this number is durable; requests an early commit.
    void awaitCommitted(long number) throws InterruptedException;

    /// Like [#awaitCommitted(long)], but allows the commit a `delay` since the last one, so that more records are
    /// committed together. After a longer pause, or with enough pending records, the commit is immediate.
    default void awaitCommitted(long number, Duration delay) throws InterruptedException {
        awaitCommitted(number);
    }

    /// The current outage of the database, if any: nothing becomes durable, and callers that record or wait are
    /// blocked. It ends when the database is back, or when the writer fails.
    default Optional<LandscapeOutage> outage() {
        return Optional.empty();
    }

    /// Limits the remaining wait for an unreachable database.
    default void shortenOutage(Duration most) {}

    /// Opens the budget that the writers of the run share. The owner sets its cap, and opens it before any other writer
    /// does; for the others `cap` counts only if there is none yet.
    CostPool costPool(Usd cap) throws InterruptedException;

    /// Records the end and the last head of the run, and waits until everything is durable.
    Head end(RunEnd end) throws InterruptedException;

    /// Stops the writer. Commits pending records first, unless the writer has failed.
    @Override
    void close();
}
