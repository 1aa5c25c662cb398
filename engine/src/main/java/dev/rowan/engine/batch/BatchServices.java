package dev.rowan.engine.batch;

import dev.rowan.engine.call.BatchQueue;
import dev.rowan.engine.jobs.JobAnomalies;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobWait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The batch services of a run, as seen by its rows and its owner. Thread-safe.
public interface BatchServices extends AutoCloseable {

    /// The queue of a node's calls to its batch service; empty if they are sent in real time.
    Optional<BatchQueue> queue(int node);

    /// Resumes the recorded jobs and starts to accept calls. `rows` is notified of rows whose calls are
    /// settled.
    void start(Wakeup rows) throws InterruptedException;

    /// Submits waiting calls without a full job, since no row is active that could add more.
    void quiet();

    /// The progress of the jobs while no row is active.
    BatchProgress progress();

    /// Waits until something may have changed, at most `limit`.
    void awaitChange(Duration limit) throws InterruptedException;

    /// How many more calls of a node its batch service may get now.
    default long capacity(int node) {
        return Long.MAX_VALUE;
    }

    /// Whether calls wait that are in no job, or rows are being woken or released.
    default boolean hasWaiting() {
        return false;
    }

    /// Whether rows that wait for these services are left to a later process once nothing else can be done.
    default boolean postpones() {
        return false;
    }

    /// The jobs in their current state, by number.
    List<JobProgress> jobs();

    /// The numbers of the jobs that a cancel can still affect.
    default List<Long> cancellable() {
        return List.of();
    }

    /// Cancels a job, or all that have not ended if empty, on request of an operator while the run is active.
    /// After that nothing is submitted. Returns immediately: each job records and sends its cancel on its own
    /// thread.
    default void cancel(OptionalLong job) {
        throw new UnsupportedOperationException("jobs cannot be cancelled here");
    }

    /// The metrics of the run's jobs so far, by the transform's name; recorded with the run.
    default Map<String, Map<String, Object>> metrics() {
        return Map.of();
    }

    /// Stops all work on jobs; they continue at their providers, except those to be cancelled with the run.
    @Override
    void close();

    /// The state of the batch work.
    enum BatchProgress {
        /// Nothing waits.
        IDLE,
        /// Work in this process: planning, upload, creation, download, recording.
        BUSY,
        /// Everything that waits is at a provider, or behind what is.
        SUBMITTED,
        /// Everything that waits is held until an operator decides.
        HELD
    }

    /// Notified of rows that can continue. Returns when all of them are started or found active.
    @FunctionalInterface
    interface Wakeup {
        void wake(List<Long> rows) throws InterruptedException;

        /// Notified of rows whose calls of a node are in no job and are sent in real time from now on.
        default void release(String node, List<Long> rows) throws InterruptedException {
            wake(rows);
        }
    }

    /// A job for display. `step` is our last step, `word` the provider's name for the state of its batch, `done` the
    /// number of finished items, and `held` why the job is held.
    record JobProgress(
            long job,
            String node,
            String provider,
            Optional<String> batchId,
            String step,
            JobPhase phase,
            Optional<String> word,
            int items,
            long done,
            Optional<String> held,
            Optional<JobWait> waiting,
            JobAnomalies anomalies) {

        public static JobProgress of(JobState job) {
            boolean settled = job.phase() == JobState.Phase.SETTLED;
            return new JobProgress(
                    job.job(),
                    job.node(),
                    job.provider(),
                    job.batchId(),
                    settled || job.retry().fails() > 0 ? job.phase().word() : job.step(),
                    JobPhase.of(job),
                    job.batch().word(),
                    job.items(),
                    job.done(),
                    job.phase() == JobState.Phase.HELD ? job.why() : Optional.empty(),
                    JobWait.of(job),
                    JobAnomalies.of(job));
        }
    }
}
