package dev.rowan.engine.jobs;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What an operator may decide about a job.
public enum JobDecision {
    CANCEL("Ends it at the provider and keeps what it finished, which is paid for. Its rows without an answer wait:"
            + " nothing is submitted for this run until `resume` or `batch retry`."),
    RETRY(
            "Asks for the same batch once more. Nothing is sent again: if the provider shows it now, it is watched as before."),
    ADOPT(
            "Takes one of the provider's batches as this job's: find it in the provider's console and give its id. Its results"
                    + " count only if the ids in them are the job's."),
    RESUBMIT("Makes it again without looking for the first any longer. What the first did is then paid twice.");

    private final String does;

    JobDecision(String does) {
        this.does = does;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Its effect, for display.
    public String does() {
        return does;
    }

    /// The choices that can help with the job in its state, the least invasive first.
    public static List<JobDecision> forJob(JobReport job) {
        return switch (job.phase()) {
            case HELD ->
                job.batchId().isPresent() ? List.of(RETRY, ADOPT, CANCEL, RESUBMIT) : List.of(ADOPT, CANCEL, RESUBMIT);
            case SUBMITTING, RUNNING, QUEUED -> List.of(CANCEL);
            case CANCELLING, COLLECTING, SETTLED -> List.of();
        };
    }

    /// The command for the job; one that cannot be applied is refused with the reason. Only `adopt` takes a
    /// batch.
    public JobCommand order(JobReport job, Optional<String> batchId) {
        boolean held = job.held().isPresent() || job.phase() == JobPhase.HELD;
        return switch (this) {
            case CANCEL -> {
                if (job.phase().isOver() || job.phase() == JobPhase.COLLECTING) {
                    throw new JobCommandRefusedException(
                            "job " + job.number() + " has ended already; there is nothing to cancel");
                }
                yield new JobCommand.Cancel(job.number());
            }
            case RETRY -> {
                if (!held) {
                    throw new JobCommandRefusedException("job " + job.number() + " is "
                            + job.phase().word() + "; only a job that is held is asked for again");
                }
                yield new JobCommand.Adopt(job.number(), job.batchId().orElseThrow(() -> unknown(job)));
            }
            case ADOPT -> {
                if (!held) {
                    throw new JobCommandRefusedException(
                            "job " + job.number() + " is " + job.phase().word()
                                    + "; only a job that is held is adopted for"
                                    + job.batchId()
                                            .map(id -> ": it is " + id + " already")
                                            .orElse(""));
                }
                yield new JobCommand.Adopt(
                        job.number(),
                        batchId.orElseThrow(() ->
                                new JobCommandRefusedException("say which of the provider's batches it is: its id")));
            }
            case RESUBMIT -> {
                if (!held) {
                    throw new JobCommandRefusedException("job " + job.number() + " is "
                            + job.phase().word() + "; only a job that is held is submitted again");
                }
                yield new JobCommand.Resubmit(job.number());
            }
        };
    }

    private static JobCommandRefusedException unknown(JobReport job) {
        return new JobCommandRefusedException(
                "job " + job.number() + " is held since nobody knows its batch, so there is none to ask for");
    }
}
