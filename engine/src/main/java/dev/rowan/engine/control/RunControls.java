package dev.rowan.engine.control;

import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.NodeCalls;
import java.util.List;
import java.util.OptionalLong;

/// What can be moved in a run while it works. Used by the run's own thread.
public interface RunControls {

    /// The names of all transforms.
    List<String> transforms();

    /// Those that call out.
    List<NodeCalls> calling();

    Budget budget();

    boolean isPaused();

    /// Begins nothing new: no row, no call.
    void pause();

    void resume();

    boolean isStopping();

    /// Stops as a person's first interrupt does: rows on their way arrive.
    void drain(String by);

    /// Stops as a second one does: at once.
    void cancel(String by);

    /// The numbers of all jobs of batch services.
    List<Long> jobs();

    /// Those that a cancel can still change.
    List<Long> cancellableJobs();

    /// Cancels a job, or all that can be when it is empty, and submits nothing from then on.
    void cancelJobs(OptionalLong job);
}
