package dev.rowan.engine.batch;

/// The quota reservation of one job at its provider. Used by the job's thread.
public interface QuotaReservation {

    /// Waits for quota and reserves it; does nothing if already reserved.
    void acquire() throws InterruptedException;

    /// Counts the job without waiting: it is at the provider already.
    void occupy();

    /// Releases the reservation, if any.
    void release();

    /// The provider refused for quota: from now on less is submitted at once.
    void reduce();

    /// Waits for its turn to create a batch, if an account may create only one at a time.
    Turn turn() throws InterruptedException;

    /// A turn; closing it starts the next one.
    @FunctionalInterface
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
