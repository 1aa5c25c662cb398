package dev.rowan.landscape.store;

import dev.rowan.landscape.LandscapeUnreachableException;
import java.util.function.Supplier;

/// Whether and when a database that could not be reached is tried again. Any thread may use it.
public interface ReconnectPolicy {

    /// One further attempt, at once: enough for a connection that was lost while nobody used it.
    ReconnectPolicy ONCE = () -> new Outage() {
        private boolean tried;

        @Override
        public void awaitNextAttempt(LandscapeUnreachableException lost) {
            if (tried) {
                throw lost;
            }
            tried = true;
        }
    };

    /// No further attempt.
    ReconnectPolicy NEVER = () -> lost -> {
        throw lost;
    };

    /// An outage that begins now.
    Outage begin();

    /// A time in which the database cannot be reached. Owned by the thread that met it.
    @FunctionalInterface
    interface Outage {

        /// Waits until the next attempt is due, or throws when there is to be none.
        void awaitNextAttempt(LandscapeUnreachableException lost) throws InterruptedException;
    }

    /// Does the work, again while the database cannot be reached. An interrupt ends the waiting, and is kept.
    default <T> T retry(Supplier<T> work) {
        Outage outage = null;
        while (true) {
            try {
                return work.get();
            } catch (LandscapeUnreachableException lost) {
                outage = outage == null ? begin() : outage;
                try {
                    outage.awaitNextAttempt(lost);
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    throw lost;
                }
            }
        }
    }
}
