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

/// The batch services of a run, as its rows and its owner see them. Safe for many threads.
public interface BatchServices extends AutoCloseable {

    /// The way of a node's calls to its batch service; empty where they go out in real time.
    Optional<BatchQueue> lane(int node);

    /// Goes on with the jobs on record and begins to take calls. `rows` is told whose calls are settled.
    void start(Wakeup rows) throws InterruptedException;

    /// No row is on its way, so that nothing more comes by itself: calls that wait for a full job go out as
    /// they are.
    void quiet();

    /// How things stand when no row is on its way.
    BatchProgress progress();

    /// Waits until something may have changed, at most `limit`.
    void awaitChange(Duration limit) throws InterruptedException;

    /// The jobs as they are now, by number.
    List<JobProgress> jobs();

    /// The numbers of the jobs that a cancel can still change.
    default List<Long> cancellable() {
        return List.of();
    }

    /// Cancels a job, or all that have not ended when it is empty, because a person asks for it while the run works.
    /// From then on nothing is submitted. Returns at once: each job records and sends its cancel on its own thread.
    default void cancel(OptionalLong job) {
        throw new UnsupportedOperationException("jobs cannot be cancelled here");
    }

    /// Figures about the jobs of the run so far, by the transform's name, recorded with the run.
    default Map<String, Map<String, Object>> metrics() {
        return Map.of();
    }

    /// Stops all work on jobs; they go on at their providers, but for those that are to be cancelled with the
    /// run.
    @Override
    void close();

    /// Where the work stands.
    enum BatchProgress {
        /// Nothing waits.
        IDLE,
        /// Something is being done here: planned, uploaded, created, downloaded, recorded.
        BUSY,
        /// Everything that waits is with a provider, or behind what is.
        SUBMITTED,
        /// Everything that waits is held until a person decides.
        HELD
    }

    /// Told which rows can go on. It returns when all of them have been started or found under way.
    @FunctionalInterface
    interface Wakeup {
        void wake(List<Long> rows) throws InterruptedException;
    }

    /// A job for display: its number, the node's name, the provider's word and id, our step and phase, the provider's
    /// word for its state, how many items it has and how many are known to be done, what it may cost or did,
    /// why it is held, what it waits for, and what the provider got wrong about it.
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
