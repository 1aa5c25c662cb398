package dev.rowan.engine.control;

/// Where a process of a run gets control requests from: the owner from the store of requests, a worker from what the
/// owner has recorded. Owned by the process's own thread.
sealed interface ControlSource extends AutoCloseable permits ControlRequestHandler, RecordedControls {

    /// Applies new requests if a poll is due.
    void poll() throws InterruptedException;

    @Override
    void close();
}
