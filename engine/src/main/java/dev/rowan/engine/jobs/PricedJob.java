package dev.rowan.engine.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeReader.BatchItem;
import java.util.List;

/// A job with what it costs: what its items came to, and the most that those without an end may come to. Of a
/// simulated run nothing was paid.
public record PricedJob(Job job, Usd cost, Usd reserved, boolean simulated) {

    public static PricedJob of(Job job, LandscapeReader reader, boolean simulated) {
        List<BatchItem> items = reader.manifest(job.runId(), job.number());
        Usd cost = items.stream().flatMap(item -> item.cost().stream()).reduce(Usd.ZERO, Usd::plus);
        Usd reserved = items.stream()
                .filter(item -> item.end().isEmpty())
                .map(BatchItem::worst)
                .reduce(Usd.ZERO, Usd::plus);
        return new PricedJob(job, cost, reserved, simulated);
    }
}
