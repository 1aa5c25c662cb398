package dev.rowan.landscape;

import dev.rowan.landscape.record.RunStart;

/// An open audit database: SQLite in a file, or PostgreSQL.
public interface Landscape extends AutoCloseable {

    /// Starts a run: records what it is, durably, and gives the recorder for the rest.
    LandscapeRecorder start(RunStart run) throws InterruptedException;

    /// Takes over a run whose owner has died or has given it back, so that it can be gone on with: the lease has the
    /// next epoch, and the owner before can write nothing any more. While the owner lives it is
    /// refused with a [LandscapeException] that says who that is and what to do.
    RunLease takeOver(String runId) throws InterruptedException;

    /// A reader with its own connection.
    LandscapeReader reader();

    /// The address, without credentials, as it is shown to people.
    String describe();

    @Override
    void close();
}
