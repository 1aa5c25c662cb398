package dev.rowan.api.fault;

/// Called whenever a run reaches a [FaultPoint]. Does nothing except in crash tests, which copy the files there or
/// kill the process. Called by many threads concurrently.
@FunctionalInterface
public interface Faults {
    Faults NONE = _ -> {};

    void at(FaultPoint point);

    /// Marks a section in which the calling thread changes a file or calls a service; closing it ends the section.
    /// A copy of the files waits until no thread is in one, except those at a [FaultPoint].
    default Writing writing() {
        return Writing.FREE;
    }

    /// A section of writing.
    @FunctionalInterface
    interface Writing extends AutoCloseable {
        Writing FREE = () -> {};

        @Override
        void close();
    }
}
