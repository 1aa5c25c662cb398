package dev.rowan.engine.batch;

import dev.rowan.engine.jobs.JobCommand;
import java.util.ArrayList;
import java.util.List;

/// The batch options of a run beside its pipeline: how long to stay, commands for single jobs, whether calls of
/// jobs that an operator cancelled may be submitted again, and whether answers that a changed pipeline does not
/// use may be discarded.
public record BatchOptions(Stay stay, List<JobCommand> orders, boolean resubmitsCancelled, boolean discardsAnswers) {
    public static final BatchOptions USUAL = new BatchOptions(Stay.UNTIL_DONE, List.of(), true, false);

    public BatchOptions {
        orders = List.copyOf(orders);
    }

    /// The same, allowing answers that a changed pipeline does not use to be discarded.
    public BatchOptions discardingAnswers() {
        return new BatchOptions(stay, orders, resubmitsCancelled, true);
    }

    /// The same, discarding the answers of these jobs.
    public BatchOptions discarding(List<Long> jobs) {
        var all = new ArrayList<>(orders);
        jobs.forEach(job -> all.add(new JobCommand.Discard(job)));
        return new BatchOptions(stay, all, resubmitsCancelled, discardsAnswers);
    }

    /// How long a run stays with its jobs.
    public enum Stay {
        UNTIL_DONE,
        /// Until everything possible is submitted.
        UNTIL_SUBMITTED,
        /// Until each job was polled once, and ended ones are recorded.
        ONE_ROUND
    }
}
