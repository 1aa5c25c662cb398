package dev.rowan.web.jobs;

import dev.rowan.engine.jobs.JobDecision;
import java.io.IOException;
import java.util.Optional;

/// Applies an operator's decision about a job: resumes its run for one round, under the run's lease.
@FunctionalInterface
public interface JobActions {

    /// A decision.
    record Decision(String runId, long job, JobDecision choice, Optional<String> batchId) {}

    /// Applies the decision on the calling thread. Throws [CannotAct] where it is refused, for example because
    /// another process is working on the run.
    void act(Decision decision) throws CannotAct, IOException, InterruptedException;

    /// Why it was refused, and what to do.
    final class CannotAct extends Exception {
        private static final long serialVersionUID = 1L;

        public CannotAct(String why) {
            super(why);
        }
    }
}
