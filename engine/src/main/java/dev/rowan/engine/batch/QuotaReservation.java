package dev.rowan.engine.batch;

/// One job's room at its provider. Used by the job's thread.
public interface QuotaReservation {

    /// Waits until there is room and takes it; nothing when it is taken already.
    void take() throws InterruptedException;

    /// Counts the job in without asking: it is with the provider already.
    void occupy();

    /// Gives the room back; nothing when it has none.
    void leave();

    /// The provider had no room for what was there: from now on less is sent at once.
    void wasTooMuch();

    /// Waits for its turn to create a batch, where only one of the account may do so at a time.
    Turn turn() throws InterruptedException;

    /// A turn; closing it lets the next one have its own.
    @FunctionalInterface
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
