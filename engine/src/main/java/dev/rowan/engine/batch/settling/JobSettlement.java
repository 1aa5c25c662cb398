package dev.rowan.engine.batch.settling;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.engine.batch.JobContext;
import dev.rowan.engine.jobs.JobStep;
import dev.rowan.engine.jobs.StrayLines;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Records and counts the ends of a job's items, in groups: exactly one per item. Ends recorded by an earlier
/// process are counted and not recorded again. Owned by the job's thread.
final class JobSettlement {
    private static final int GROUP = 500;

    private final JobContext context;
    private final List<BatchItem> manifest;
    private final BitSet seen;
    private final Map<ItemEnd, Long> counts = new EnumMap<>(ItemEnd.class);
    private final List<CallEnded> group = new ArrayList<>(GROUP);
    private final List<BatchItem> items = new ArrayList<>(GROUP);
    private long last;

    JobSettlement(JobContext context) {
        this.context = context;
        try (LandscapeReader reader = context.batch().readers().get()) {
            this.manifest = reader.jobs()
                    .manifest(context.batch().runId(), context.job().job());
        }
        this.seen = new BitSet(manifest.size());
    }

    List<BatchItem> manifest() {
        return manifest;
    }

    BatchItem item(int item) {
        return manifest.get(item);
    }

    boolean isSeen(int item) {
        return seen.get(item);
    }

    /// Whether the item has no recorded end yet.
    boolean needs(int item) {
        return manifest.get(item).end().isEmpty();
    }

    /// Counts an item, and records its end unless it has one.
    void take(int item, ItemEnd end, Supplier<CallEnded> entry) throws InterruptedException {
        seen.set(item);
        counts.merge(end, 1L, Long::sum);
        if (needs(item)) {
            group.add(entry.get());
            items.add(manifest.get(item));
            if (group.size() == GROUP) {
                flush();
                context.at(FaultPoint.BATCH_HALF_INGESTED);
            }
        }
    }

    long count(ItemEnd end) {
        return counts.getOrDefault(end, 0L);
    }

    private void flush() throws InterruptedException {
        if (group.isEmpty()) {
            return;
        }
        last = context.batch().recorder().record(List.copyOf(group));
        for (CallEnded end : group) {
            context.batch().counted().accept(end);
            context.batch().events().publish(() -> context.node().event(end));
        }
        for (int i = 0; i < group.size(); i++) {
            context.batch().budget().settle(items.get(i).worst(), group.get(i).cost());
        }
        group.clear();
        items.clear();
    }

    /// Makes all ends durable, then records the settled step.
    void settle(Optional<StrayLines> strayLines) throws InterruptedException {
        flush();
        if (last > 0) {
            context.batch().recorder().awaitCommitted(last);
        }
        context.at(FaultPoint.BATCH_INGESTED);
        long sum = counts.values().stream().mapToLong(Long::longValue).sum();
        if (sum != manifest.size()) {
            throw new IllegalStateException("job " + context.job().job() + " has " + manifest.size() + " items, and "
                    + sum + " are counted: " + counts);
        }
        context.steps().record(new JobStep.Settled(counts, strayLines));
        context.at(FaultPoint.BATCH_SETTLED);
    }
}
