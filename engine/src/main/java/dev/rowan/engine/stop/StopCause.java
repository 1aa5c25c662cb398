package dev.rowan.engine.stop;

/// Why a run stops before its source ends.
public sealed interface StopCause {

    /// A person or the system requested it.
    record Interrupted(String by) implements StopCause {}

    /// A configured limit was reached: rows, time or cost.
    record Limit(String what) implements StopCause {}

    /// The run cannot continue until someone fixes something outside it, such as a key.
    record Blocked(String why) implements StopCause {}

    /// Only batch jobs are left to wait for, and the run was not asked to wait.
    record Waiting(String message) implements StopCause {}

    /// Something broke.
    record Failure(Throwable defect) implements StopCause {}
}
