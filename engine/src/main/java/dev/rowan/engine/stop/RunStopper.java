package dev.rowan.engine.stop;

/// Stops a run.
public interface RunStopper {

    /// Whether the run is stopping: then nothing new is sent.
    boolean requested();

    /// Whether a person or the system requested the stop.
    default boolean interrupted() {
        return false;
    }

    /// Whether the run is paused: then nothing new is started until it resumes.
    default boolean paused() {
        return false;
    }

    /// A configured limit is reached.
    void limit(String what);

    /// The run cannot continue until someone fixes something outside it, such as a key.
    void blocked(String why);
}
