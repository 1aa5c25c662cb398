package dev.rowan.engine.change;

import dev.rowan.api.call.Usd;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A run cannot be resumed with the changed pipeline without discarding answers of running batch jobs, whose
/// requests it no longer makes.
public final class AnswersDiscardedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String runId;
    private final transient List<JobLoss> losses;

    /// The loss of one job: the requests of these rows, which cost at most `worst`.
    public record JobLoss(
            long job,
            String node,
            String provider,
            Optional<String> batchId,
            int requests,
            List<Long> rows,
            Usd worst) {
        public JobLoss {
            rows = List.copyOf(rows);
        }
    }

    public AnswersDiscardedException(String runId, List<JobLoss> losses) {
        super("run " + runId + " has running batch jobs whose answers the changed pipeline does not use");
        this.runId = runId;
        this.losses = List.copyOf(losses);
    }

    public String runId() {
        return runId;
    }

    public List<JobLoss> losses() {
        return losses;
    }
}
