package dev.rowan.landscape;

/// The right to write a run, taken over from an owner that is gone. Its epoch is one above that of the owner before,
/// whose writer, should it come back, can write nothing any more.
public interface RunLease extends AutoCloseable {

    String runId();

    int epoch();

    /// Gives the run back, so that the next one may take it over at once.
    @Override
    void close();
}
