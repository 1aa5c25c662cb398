package dev.rowan.engine.control;

import dev.rowan.engine.call.CostCap;
import dev.rowan.engine.pool.TunableNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What can be controlled while a run works. Used by the run's own thread.
interface RunControls {
    /// The names of all transforms.
    List<String> transforms();

    /// A transform that makes calls.
    Optional<TunableNode> node(String name);

    CostCap cost();

    boolean isPaused();

    /// Starts nothing new: no row, no call.
    void pause();

    void resume();

    boolean isStopping();

    /// Stops like a first interrupt: rows in flight finish.
    void drain(String by);

    /// Stops like a second interrupt: immediately.
    void cancel(String by);

    /// The numbers of all batch jobs.
    List<Long> jobs();

    /// Those that can still be cancelled.
    List<Long> cancellableJobs();

    /// Cancels a job, or all that can be if empty, and submits nothing from then on.
    void cancelJobs(OptionalLong job);
}
