package dev.rowan.landscape;

import dev.rowan.landscape.record.RunStart;

/// An open audit database: SQLite in a file, or PostgreSQL.
public interface Landscape extends AutoCloseable {

    /// Starts a run: records what it is, durably, and gives the recorder for the rest.
    LandscapeRecorder start(RunStart run) throws InterruptedException;

    /// A reader with its own connection.
    LandscapeReader reader();

    /// The address, without credentials, as it is shown to people.
    String describe();

    @Override
    void close();
}
