package dev.rowan.chaos.check;

import dev.rowan.api.call.Usd;
import dev.rowan.chaos.check.LandscapeFacts.End;
import dev.rowan.chaos.check.LandscapeFacts.Intent;
import dev.rowan.chaos.check.LandscapeFacts.Place;
import dev.rowan.chaos.check.LandscapeFacts.Step;
import dev.rowan.simulator.batch.BatchView;
import dev.rowan.simulator.batch.SimulatedJobState;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// B1 to B4 and C: a job has one batch at the provider, what that bills is recorded once, and the sum is what the
/// run reports as spent.
record BatchesCheck(LandscapeFacts facts, BilledCalls bill) {
    /// A job, by its steps: when its batches were to be created, its batch, the recorded duplicates with their
    /// costs, and the number of steps that count one.
    private record Job(long number, List<Instant> sends, String batch, Map<String, Usd> duplicates, long booked) {

        /// Whether no other creation was intended between these two.
        boolean hasMadeAtOnce(BatchView one, BatchView other) {
            Instant first = one.created().isBefore(other.created()) ? one.created() : other.created();
            Instant last = one.created().isBefore(other.created()) ? other.created() : one.created();
            return sends.stream().noneMatch(send -> send.isAfter(first) && !send.isAfter(last));
        }
    }

    void check(List<Violation> findings) {
        Map<String, Job> jobs = jobs();
        var made = new HashMap<String, BatchView>();
        bill.batches().forEach(batch -> made.put(batch.id(), batch));
        for (BatchView batch : bill.batches()) {
            Job job = jobs.get(submission(batch));
            if (job == null) {
                findings.add(new Violation("B2", "batch " + batch.id() + " belongs to no job on record"));
            } else if (!batch.id().equals(job.batch()) && batch.state() != SimulatedJobState.FAILED) {
                other(batch, job, made, findings);
            }
        }
        bill.live().forEach(id -> findings.add(new Violation("B1", "batch " + id + " still works after the end")));
        items(jobs, made, findings);
        sum(jobs, findings);
    }

    private static String submission(BatchView batch) {
        String id = batch.rows().isEmpty() ? "" : batch.rows().getFirst().id();
        return id.substring(0, Math.max(0, id.lastIndexOf('-')));
    }

    private Map<String, Job> jobs() {
        var names = new HashMap<Long, String>();
        var sends = new HashMap<Long, List<Instant>>();
        var batches = new HashMap<Long, String>();
        var duplicates = new HashMap<Long, Map<String, Usd>>();
        var booked = new HashMap<Long, Long>();
        for (Step step : facts.steps()) {
            if (step.facts().get("submission") instanceof String name) {
                names.put(step.job(), name);
            }
            if (step.facts().get("intended_at") instanceof String at) {
                sends.computeIfAbsent(step.job(), _ -> new ArrayList<>()).add(Instant.parse(at));
            }
            if (step.facts().get("batch_id") instanceof String id) {
                batches.put(step.job(), id);
            }
            if (step.facts().get("duplicates") instanceof List<?> listed) {
                duplicates.put(step.job(), costs(listed));
            }
            booked.merge(step.job(), step.step().equals("duplicate_booked") ? 1L : 0L, Long::sum);
        }
        var jobs = new HashMap<String, Job>();
        names.forEach((job, name) -> jobs.put(
                name,
                new Job(
                        job,
                        sends.getOrDefault(job, List.of()),
                        batches.getOrDefault(job, ""),
                        duplicates.getOrDefault(job, Map.of()),
                        booked.getOrDefault(job, 0L))));
        return jobs;
    }

    private static Map<String, Usd> costs(List<?> listed) {
        var costs = new HashMap<String, Usd>();
        for (Object each : listed) {
            if (each instanceof Map<?, ?> batch) {
                costs.put(
                        String.valueOf(batch.get("batch_id")),
                        batch.get("cost_usd") instanceof String cost ? Usd.of(new BigDecimal(cost)) : Usd.ZERO);
            }
        }
        return costs;
    }

    /// A batch besides the job's own: allowed only if the same send created it, it is recorded as a duplicate, and
    /// its cost is counted once.
    private void other(BatchView batch, Job job, Map<String, BatchView> made, List<Violation> findings) {
        BatchView own = made.get(job.batch());
        boolean sameSend = own != null && job.hasMadeAtOnce(own, batch);
        if (!job.duplicates().containsKey(batch.id()) || !sameSend) {
            findings.add(new Violation(
                    "B1",
                    "job " + job.number() + " has the batch " + job.batch() + ", and " + batch.id()
                            + " was made for it too, which is " + batch.state()));
        }
    }

    /// The cost of each duplicate is counted once, and is at most what its rows can have cost.
    private static void duplicates(
            Job job, Map<Place, End> ends, Map<String, BatchView> made, List<Violation> findings) {
        if (job.booked() != job.duplicates().size()) {
            findings.add(new Violation(
                    "B4",
                    "job " + job.number() + " lists " + job.duplicates().size()
                            + " duplicates, and counted the cost of " + job.booked()));
        }
        job.duplicates().forEach((id, cost) -> {
            long most = Optional.ofNullable(made.get(id)).map(BatchView::rows).orElse(List.of()).stream()
                    .filter(BatchView.RowSeen::billed)
                    .map(row -> Optional.ofNullable(ends.get(place(job, row))))
                    .mapToLong(end -> end.map(End::cost).orElse(0L))
                    .sum();
            if (cost.pico() > most) {
                findings.add(
                        new Violation("B4", "duplicate " + id + " is counted with " + cost + " USD, over " + most));
            }
        });
    }

    private static Place place(Job job, BatchView.RowSeen row) {
        return new Place(
                job.number(), Integer.parseInt(row.id().substring(row.id().lastIndexOf('-') + 1)));
    }

    /// Compares every item with what the job's own batch bills for it.
    private void items(Map<String, Job> jobs, Map<String, BatchView> made, List<Violation> findings) {
        var rows = new HashMap<Place, BatchView.RowSeen>();
        for (Job job : jobs.values()) {
            Optional.ofNullable(made.get(job.batch()))
                    .ifPresent(own -> own.rows().forEach(row -> rows.put(place(job, row), row)));
        }
        var places = new HashMap<String, Place>();
        for (Intent intent : facts.intents()) {
            intent.place().ifPresent(place -> places.put(intent.key() + "/" + intent.attempt(), place));
        }
        var seen = new HashMap<Place, End>();
        for (End end : facts.ends()) {
            Place place = places.get(end.key() + "/" + end.attempt());
            if (place != null) {
                item(place, end, rows.get(place), findings);
                if (seen.put(place, end) != null) {
                    findings.add(new Violation("B3", place + " is counted twice"));
                }
            }
        }
        rows.forEach((place, row) -> {
            if (row.billed() && !seen.containsKey(place)) {
                findings.add(new Violation("B3", place + " is billed, and has no end on record"));
            }
        });
        jobs.values().forEach(job -> duplicates(job, seen, made, findings));
    }

    private static void item(Place place, End end, BatchView.@Nullable RowSeen row, List<Violation> findings) {
        boolean billed = row != null && row.billed();
        if (billed && end.state().equals("rejected")) {
            findings.add(new Violation("B3", place + " is billed, and recorded as " + end.standing()));
        }
        if (end.state().equals("answered")
                && (row == null || !billed || row.usage().total() != end.tokens())) {
            findings.add(new Violation(
                    "B3",
                    place + " is answered with " + end.tokens() + " tokens, and the provider bills "
                            + (row == null ? "nothing" : row.usage())));
        }
        if (end.state().equals("answered")
                && row != null
                && row.billed()
                && MoneyCheck.differs(end, row.cost().picoUsd())) {
            findings.add(new Violation(
                    "M",
                    place + " costs " + end.cost() + " pico-USD, and "
                            + row.cost().picoUsd() + " are billed"));
        }
    }

    /// The recorded costs add up to what the run reports.
    private void sum(Map<String, Job> jobs, List<Violation> findings) {
        long recorded = facts.ends().stream().mapToLong(End::cost).sum()
                + jobs.values().stream()
                        .flatMap(job -> job.duplicates().values().stream())
                        .mapToLong(Usd::pico)
                        .sum();
        bill.spent()
                .filter(billed -> billed.pico() != recorded)
                .ifPresent(billed -> findings.add(new Violation(
                        "C",
                        "the run says it has spent " + billed.pico() + " pico-USD, and " + recorded
                                + " are recorded")));
    }
}
