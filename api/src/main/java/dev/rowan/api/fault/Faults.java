package dev.rowan.api.fault;

/// Told whenever a run reaches a [FaultPoint]. Does nothing unless it is armed: a crash test copies the files there,
/// or ends the process. Called by many threads at once.
@FunctionalInterface
public interface Faults {
    Faults NONE = _ -> {};

    void at(FaultPoint point);
}
