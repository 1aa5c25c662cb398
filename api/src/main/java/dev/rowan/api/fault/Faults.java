package dev.rowan.api.fault;

/// Told whenever a run reaches a [FaultPoint]. Does nothing unless it is armed: a crash test copies the
/// files there, or ends the process. Called by many threads at once.
@FunctionalInterface
public interface Faults {
    Faults NONE = _ -> {};

    void at(FaultPoint point);

    /// Begins a stretch in which the calling thread changes a file or calls a service; closing it ends the
    /// stretch. Who copies the files waits until no thread is in one, those that stand at a [FaultPoint]
    /// left aside.
    default Writing writing() {
        return Writing.FREE;
    }

    /// A stretch of writing.
    @FunctionalInterface
    interface Writing extends AutoCloseable {
        Writing FREE = () -> {};

        @Override
        void close();
    }
}
