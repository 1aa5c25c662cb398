package dev.rowan.engine.batch;

import dev.rowan.engine.call.Lane;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The batch services of a run, as its rows and its owner see them. Safe for many threads.
public interface Batches extends AutoCloseable {

    /// The way of a node's calls to its batch service; empty where they go out in real time.
    Optional<Lane> lane(int node);

    /// Goes on with the jobs on record and begins to take calls. `rows` is told whose calls are settled.
    void start(Wakeup rows) throws InterruptedException;

    /// No row is on its way, so that nothing more comes by itself: calls that wait for a full job go out as
    /// they are.
    void quiet();

    /// How things stand when no row is on its way.
    Standing standing();

    /// Waits until something may have changed, at most `limit`.
    void awaitChange(Duration limit) throws InterruptedException;

    /// The jobs as they are now, by number.
    List<JobState> jobs();

    /// Stops all work on jobs; they go on at their providers, but for those that are to be cancelled with the
    /// run.
    @Override
    void close();

    /// Where the work stands.
    enum Standing {
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

    /// A job for display: its number, the node's name, the provider's word and id, our step, the provider's
    /// word for its state, how many items it has and how many are known to be done, what it may cost or did,
    /// why it is held, and what it waits for.
    record JobState(
            long job,
            String node,
            String provider,
            Optional<String> batchId,
            String step,
            Optional<String> word,
            int items,
            long done,
            Optional<String> held,
            Optional<JobWait> waiting) {}
}
