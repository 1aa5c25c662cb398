package dev.rowan.web.control;

import java.io.IOException;
import java.util.Locale;

/// Resumes a stopped run or retries its rows, as the commands `resume` and `retry` do.
@FunctionalInterface
public interface RunActions {

    /// The actions.
    enum Action {
        /// Continues with the rows that have no outcome.
        RESUME,
        /// Takes the rows that failed through the pipeline again, as a run that continues this one.
        RETRY;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Runs until the run has ended; an interrupt stops the run. Throws [ActionRefused] where the run cannot be
    /// started, for example because another process is working on it.
    void run(Action action, String runId) throws ActionRefused, IOException, InterruptedException;

    /// Why it was not started, and what to do.
    final class ActionRefused extends Exception {
        private static final long serialVersionUID = 1L;

        public ActionRefused(String why) {
            super(why);
        }
    }
}
