package dev.rowan.cli.batch;

import dev.rowan.cli.command.UseException;
import dev.rowan.engine.batch.BatchRequest.Order;
import dev.rowan.engine.batch.OrderRefused;
import dev.rowan.engine.jobs.Job;
import dev.rowan.engine.jobs.JobChoice;
import java.util.Optional;

/// A person's choice as an order to a run; one that the job does not allow is wrong use.
final class JobOrder {
    private JobOrder() {}

    static Order of(JobChoice choice, Job job, Optional<String> batchId) {
        try {
            return choice.order(job, batchId);
        } catch (OrderRefused refused) {
            throw new UseException(String.valueOf(refused.getMessage()));
        }
    }
}
