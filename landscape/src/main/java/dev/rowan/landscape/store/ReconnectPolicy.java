package dev.rowan.landscape.store;

import dev.rowan.landscape.LandscapeUnreachableException;
import java.util.function.Supplier;

/// Whether and when to retry an unreachable database. Thread-safe.
public interface ReconnectPolicy {

    /// Retries once, immediately: enough for a connection lost while idle.
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

    /// Never retries.
    ReconnectPolicy NEVER = () -> lost -> {
        throw lost;
    };

    /// Starts an outage now.
    Outage begin();

    /// A period in which the database is unreachable. Owned by the thread that detected it.
    @FunctionalInterface
    interface Outage {

        /// Waits until the next attempt is due; throws if there is none.
        void awaitNextAttempt(LandscapeUnreachableException lost) throws InterruptedException;
    }

    /// Runs the work and retries it while the database is unreachable. An interrupt ends the wait and is preserved.
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
