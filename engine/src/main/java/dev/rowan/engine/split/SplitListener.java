package dev.rowan.engine.split;

/// Notified once of the result of a split, by any thread of the worker.
public interface SplitListener {

    /// Its outcomes and parts are durable.
    void done();

    /// The worker leaves it for a later job: the run stops, or its rows wait for a batch service.
    void postponed();

    /// The worker has failed without finishing it.
    void failed(Throwable why);
}
