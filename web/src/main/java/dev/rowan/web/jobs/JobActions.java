package dev.rowan.web.jobs;

import dev.rowan.engine.jobs.JobDecision;
import java.io.IOException;
import java.util.Optional;

/// Does what a person has decided about a job: goes on with its run for one round, under the run's lease.
@FunctionalInterface
public interface JobActions {

    /// A decision.
    record Decision(String runId, long job, JobDecision choice, Optional<String> batchId) {}

    /// Does it, on the thread of the caller, for as long as it takes. What stands against it, such as another
    /// process that works on the run, is [CannotAct].
    void act(Decision decision) throws CannotAct, IOException, InterruptedException;

    /// Why it was not done, and what to do.
    final class CannotAct extends Exception {
        private static final long serialVersionUID = 1L;

        public CannotAct(String why) {
            super(why);
        }
    }
}
