package dev.rowan.engine.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.CallCost;
import java.util.List;

/// A job with what it costs: what its items came to, and the most that those without an end may come to, of which
/// `unpriced` have no price. Of a simulated run nothing was paid.
public record PricedJob(JobReport job, CallCost cost, Usd reserved, long unpriced, boolean simulated) {

    public static PricedJob of(JobReport job, LandscapeReader reader, boolean simulated) {
        List<BatchItem> items = reader.jobs().manifest(job.runId(), job.number());
        CallCost cost = items.stream().flatMap(item -> item.cost().stream()).reduce(CallCost.NONE, CallCost::plus);
        List<Usd> open = items.stream()
                .filter(item -> item.end().isEmpty())
                .map(BatchItem::worst)
                .toList();
        return new PricedJob(
                job,
                cost,
                open.stream().reduce(Usd.ZERO, Usd::plus),
                open.stream().filter(Usd.ZERO::equals).count(),
                simulated);
    }

    /// The most that it may come to.
    public CallCost atMost() {
        return cost.withOpen(reserved, unpriced);
    }
}
