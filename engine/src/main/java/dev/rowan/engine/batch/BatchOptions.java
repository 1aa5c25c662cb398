package dev.rowan.engine.batch;

import dev.rowan.engine.jobs.JobCommand;
import java.util.ArrayList;
import java.util.List;

/// What is asked of the batch services of a run beside its pipeline: how long to stay, what to do with
/// single jobs, whether calls of jobs that a person cancelled may be submitted again, and whether answers that a
/// changed pipeline does not use may be given up.
public record BatchOptions(Stay stay, List<JobCommand> orders, boolean resubmitsCancelled, boolean discardsAnswers) {
    public static final BatchOptions USUAL = new BatchOptions(Stay.UNTIL_DONE, List.of(), true);

    public BatchOptions {
        orders = List.copyOf(orders);
    }

    /// The same without giving up any answer.
    public BatchOptions(Stay stay, List<JobCommand> orders, boolean resubmitsCancelled) {
        this(stay, orders, resubmitsCancelled, false);
    }

    /// The same, with leave to give up answers that a changed pipeline does not use.
    public BatchOptions discardingAnswers() {
        return new BatchOptions(stay, orders, resubmitsCancelled, true);
    }

    /// The same, and the answers of these jobs are given up.
    public BatchOptions discarding(List<Long> jobs) {
        var all = new ArrayList<>(orders);
        jobs.forEach(job -> all.add(new JobCommand.Discard(job)));
        return new BatchOptions(stay, all, resubmitsCancelled, discardsAnswers);
    }

    /// The same for a command that submits nothing again after a cancel.
    public BatchOptions(Stay stay, List<JobCommand> orders) {
        this(stay, orders, false);
    }

    /// How long a run stays with its jobs.
    public enum Stay {
        UNTIL_DONE,
        /// Until all that can be submitted is.
        UNTIL_SUBMITTED,
        /// Until each job was asked for once, and what had ended is recorded.
        ONE_ROUND
    }
}
