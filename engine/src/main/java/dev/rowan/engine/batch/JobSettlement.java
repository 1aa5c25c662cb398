package dev.rowan.engine.batch;

import dev.rowan.api.fault.FaultPoint;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ends of a job's items on their way into the record, in groups, and the count of them: each item has
/// exactly one. What a process before had recorded is counted and not recorded again. Owned by the job's
/// thread.
final class JobSettlement {
    private static final int GROUP = 500;

    private final JobContext desk;
    private final List<BatchItem> manifest;
    private final BitSet seen;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private final List<CallEnded> group = new ArrayList<>(GROUP);
    private final List<BatchItem> items = new ArrayList<>(GROUP);
    private long last;

    /// What an item came to.
    enum Kind {
        SUCCEEDED,
        ERRORED,
        EXPIRED,
        CANCELLED,
        MISSING
    }

    JobSettlement(JobContext desk) {
        this.desk = desk;
        try (LandscapeReader reader = desk.around().readers().get()) {
            this.manifest =
                    reader.jobs().manifest(desk.around().runId(), desk.job().job());
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

    /// Whether an item needs its end recorded: it has none from before.
    boolean needs(int item) {
        return manifest.get(item).end().isEmpty();
    }

    /// Counts an item, and records its end unless it has one.
    void take(int item, Kind kind, java.util.function.Supplier<CallEnded> end) throws InterruptedException {
        seen.set(item);
        counts.merge(kind, 1L, Long::sum);
        if (needs(item)) {
            group.add(end.get());
            items.add(manifest.get(item));
            if (group.size() == GROUP) {
                flush();
                desk.at(FaultPoint.BATCH_HALF_INGESTED);
            }
        }
    }

    long count(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    private void flush() throws InterruptedException {
        if (group.isEmpty()) {
            return;
        }
        last = desk.around().recorder().record(List.copyOf(group));
        for (CallEnded end : group) {
            desk.around().counted().accept(end);
            desk.around().events().publish(() -> desk.node().seen(end));
        }
        for (int i = 0; i < group.size(); i++) {
            desk.around().budget().settle(items.get(i).worst(), group.get(i).cost());
        }
        group.clear();
        items.clear();
    }

    /// Makes all ends durable, then the step that says so.
    void settle(JobStepFacts facts) throws InterruptedException {
        flush();
        if (last > 0) {
            desk.around().recorder().awaitCommitted(last);
        }
        desk.at(FaultPoint.BATCH_INGESTED);
        var counted = new LinkedHashMap<String, @Nullable Object>();
        long sum = 0;
        for (Kind kind : Kind.values()) {
            counted.put(kind.name().toLowerCase(Locale.ROOT), count(kind));
            sum += count(kind);
        }
        if (sum != manifest.size()) {
            throw new IllegalStateException("job " + desk.job().job() + " has " + manifest.size() + " items, and " + sum
                    + " are counted: " + counted);
        }
        facts.with("phase", JobState.Phase.SETTLED.word()).with("counts", counted);
        desk.steps().step("settled", facts);
        desk.at(FaultPoint.BATCH_SETTLED);
    }
}
