package dev.rowan.cli.batch;

import dev.rowan.cli.command.UsageException;
import dev.rowan.engine.jobs.JobCommand;
import dev.rowan.engine.jobs.JobCommandRefusedException;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import java.util.Optional;

/// Turns a decision into a job command; a decision that the job does not allow is a [UsageException].
final class JobCommandParser {
    private JobCommandParser() {}

    static JobCommand of(JobDecision choice, JobReport job, Optional<String> batchId) {
        try {
            return choice.order(job, batchId);
        } catch (JobCommandRefusedException refused) {
            throw new UsageException(String.valueOf(refused.getMessage()));
        }
    }
}
