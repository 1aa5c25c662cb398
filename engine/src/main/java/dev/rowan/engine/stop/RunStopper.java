package dev.rowan.engine.stop;

/// The stop of a run, for those who may cause one.
public interface RunStopper {

    /// Whether the run is stopping: then nothing new is sent.
    boolean requested();

    /// Whether that is because a person or the system asked for it.
    default boolean interrupted() {
        return false;
    }

    /// Whether the run is paused: then nothing new is begun until it goes on.
    default boolean paused() {
        return false;
    }

    /// A limit that was set is reached.
    void limit(String what);

    /// The run cannot go on until someone puts something right outside it, such as a key.
    void blocked(String why);
}
