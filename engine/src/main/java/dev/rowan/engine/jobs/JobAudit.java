package dev.rowan.engine.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.JobQueries.ItemCount;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Checks a job against the records of its items: whether the facts of its steps match them. A `simulated` run
/// costs nothing.
public record JobAudit(JobReport job, Map<ItemEnd, ItemCount> counts, boolean simulated) {

    /// An inconsistency or a noteworthy fact. `broken` means that the record contradicts itself.
    public record Anomaly(boolean broken, String message) {}

    public JobAudit {
        counts = Map.copyOf(counts);
    }

    /// The jobs of a run, by number.
    public static List<JobAudit> of(LandscapeReader reader, RunSummary run) {
        List<JobReport> jobs = run.jobs().isEmpty() ? List.of() : JobReport.of(reader, run.runId());
        Map<Long, List<ItemCount>> counts = reader.jobs()
                .itemCounts(run.runId(), jobs.stream().map(JobReport::number).toList());
        return jobs.stream()
                .map(job -> of(job, counts.getOrDefault(job.number(), List.of()), run.simulated()))
                .toList();
    }

    public static JobAudit of(JobReport job, List<ItemCount> counts, boolean simulated) {
        var byEnd = new EnumMap<ItemEnd, ItemCount>(ItemEnd.class);
        counts.forEach(count -> byEnd.put(count.end(), count));
        return new JobAudit(job, byEnd, simulated);
    }

    /// The number of items with this end, by their own records.
    public long items(ItemEnd end) {
        ItemCount count = counts.get(end);
        return count == null ? 0 : count.items();
    }

    /// The number of recorded items.
    public long items() {
        return counts.values().stream().mapToLong(ItemCount::items).sum();
    }

    public CallCost cost() {
        return counts.values().stream().map(ItemCount::cost).reduce(CallCost.NONE, CallCost::plus);
    }

    /// The number of unfinished items without a price. All items of a job use one model.
    public long unpriced() {
        return reserved().equals(Usd.ZERO) ? items(ItemEnd.OPEN) : 0;
    }

    /// The maximum cost.
    public CallCost atMost() {
        return cost().withOpen(reserved(), unpriced());
    }

    /// The maximum cost of the unfinished items.
    public Usd reserved() {
        ItemCount open = counts.get(ItemEnd.OPEN);
        return open == null ? Usd.ZERO : open.worst();
    }

    /// Whether the number of recorded items matches the job's.
    public boolean addsUp() {
        return anomalies(Instant.MIN).stream().noneMatch(Anomaly::broken);
    }

    public List<Anomaly> anomalies(Instant now) {
        var found = new ArrayList<Anomaly>();
        if (items() != job.items()) {
            broken(found, "it was planned with " + job.items() + " items, and " + items() + " are recorded");
        }
        if (job.phase().isOver()) {
            settled(found);
        } else {
            job.state()
                    .batch()
                    .expiresAt()
                    .filter(now::isAfter)
                    .ifPresent(at -> noted(found, "its provider was to end it by " + at + ", and it has not ended"));
        }
        lines(found);
        others(found);
        return found;
    }

    private void settled(List<Anomaly> found) {
        if (items(ItemEnd.OPEN) > 0) {
            broken(found, "it is settled, and " + items(ItemEnd.OPEN) + " of its items have no end on record");
        }
        long sum = 0;
        for (ItemEnd end : ItemEnd.values()) {
            long count = job.state().counts().getOrDefault(end, 0L);
            sum += count;
            if (end != ItemEnd.OPEN && count != items(end)) {
                broken(
                        found,
                        "it was settled with " + count + " " + end.word() + ", and " + items(end) + " are recorded");
            }
        }
        if (sum != job.items()) {
            broken(
                    found,
                    "the counts that it was settled with add up to " + sum + ", and it has " + job.items() + " items");
        }
        if (items(ItemEnd.MISSING) > 0) {
            noted(
                    found,
                    items(ItemEnd.MISSING) + " items have no line in the results: nobody knows what became of them, and"
                            + " they are counted with the most they can have cost");
        }
    }

    private void lines(List<Anomaly> found) {
        String counts = job.state().strayLines().byKind().entrySet().stream()
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        if (!counts.isEmpty()) {
            noted(found, "result lines that match no item: " + counts + "; no row is affected");
        }
    }

    private void others(List<Anomaly> found) {
        String ids = job.state().duplicates().stream()
                .map(batch -> batch.batchId() + " (" + batch.state().name().toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
        if (!ids.isEmpty()) {
            noted(found, "other batches of this job at the provider, which are cancelled and counted: " + ids);
        }
    }

    private static void broken(List<Anomaly> found, String text) {
        found.add(new Anomaly(true, text));
    }

    private static void noted(List<Anomaly> found, String text) {
        found.add(new Anomaly(false, text));
    }
}
