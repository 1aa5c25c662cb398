package dev.rowan.engine.observe;

/// Receives the events of a run, once they are recorded.
///
/// Called on the thread that caused the event, with no lock held, by many threads concurrently: it must be quick
/// and must not block. After it throws, it is not called any more.
@FunctionalInterface
public interface RunEventListener {
    /// No listener: events are not even created.
    RunEventListener NONE = _ -> {};

    void see(RunEvent what);
}
