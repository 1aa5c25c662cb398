package dev.rowan.web.control;

import java.io.IOException;
import java.util.Locale;

/// Starts work on a run on which nobody works, as the commands `resume` and `retry` do.
@FunctionalInterface
public interface RunActions {

    /// What can be started.
    enum Action {
        /// Continues with the rows that have no outcome.
        RESUME,
        /// Takes the rows that failed through the pipeline again, as a run that continues this one.
        RETRY;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Does it on the calling thread, until the run has ended; an interrupt stops the run. What stands against it,
    /// such as another process that works on the run, is [ActionRefused].
    void run(Action action, String runId) throws ActionRefused, IOException, InterruptedException;

    /// Why it was not started, and what to do.
    final class ActionRefused extends Exception {
        private static final long serialVersionUID = 1L;

        public ActionRefused(String why) {
            super(why);
        }
    }
}
