package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.price.Money;
import dev.rowan.simulator.service.ModelReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A batch as its provider sees it: its final state, and what is billed for each row.
public record BatchView(String id, String service, Instant created, SimulatedJobState state, List<RowSeen> rows) {

    /// A row under the id that its sender gave it, what it used, and what that costs; what is not billed used nothing.
    public record RowSeen(String id, boolean billed, TokenUsage usage, Money cost) {}

    public BatchView {
        rows = List.copyOf(rows);
    }

    /// The job as it is at the time `now`.
    public static BatchView of(SimulatedJob job, Instant now) {
        JobStage stage = job.stage(now);
        var rows = new ArrayList<RowSeen>();
        for (int rank = 0; rank < job.rows(); rank++) {
            RowKind kind = job.kind(rank, stage);
            JobRows.Worked worked = job.worked(job.row(rank), kind, stage);
            rows.add(
                    worked.result() instanceof RowResult.Done(var answered)
                            ? new RowSeen(id(worked.id()), true, answered.usage(), cost(job, answered))
                            : new RowSeen(id(worked.id()), false, TokenUsage.NONE, Money.ZERO));
        }
        return new BatchView(job.id(), job.account().service(), job.timeline().created(), stage.state(), rows);
    }

    private static Money cost(SimulatedJob job, ModelReply answered) {
        return Charge.batch(job.account().service(), answered.model(), 1, answered.usage())
                .cost();
    }

    /// Where requests stand in the body that makes the batch, their ids are in an object of their own.
    private static String id(@Nullable Object given) {
        return String.valueOf(given instanceof Map<?, ?> metadata ? metadata.get("key") : given);
    }
}
