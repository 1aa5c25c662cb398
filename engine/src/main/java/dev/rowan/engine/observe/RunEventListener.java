package dev.rowan.engine.observe;

/// Is told what a run does, once it is on record.
///
/// It is called on the thread that did it, with no lock held, by many threads at once: it must be quick, and
/// it must not wait. What it throws is dropped, and it is told nothing more.
@FunctionalInterface
public interface RunEventListener {
    /// Nobody: nothing is even put together to be told.
    RunEventListener NONE = _ -> {};

    void see(RunEvent what);
}
