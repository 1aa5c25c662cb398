package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.TokenUsage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A batch as its provider sees it: its final state, and what is billed for each row.
public record BatchView(String id, String service, Instant created, SimulatedJobState state, List<RowSeen> rows) {

    /// A row under the id that its sender gave it, and what it used; what is not billed used nothing.
    public record RowSeen(String id, boolean billed, TokenUsage usage) {}

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
                            ? new RowSeen(id(worked.id()), true, answered.usage())
                            : new RowSeen(id(worked.id()), false, TokenUsage.NONE));
        }
        return new BatchView(job.id(), job.account().service(), job.timeline().created(), stage.state(), rows);
    }

    /// Where requests stand in the body that makes the batch, their ids are in an object of their own.
    private static String id(@Nullable Object given) {
        return String.valueOf(given instanceof Map<?, ?> metadata ? metadata.get("key") : given);
    }
}
