package dev.rowan.cli.jobs;

import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.report.Figures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A one-line summary of a run's batches.
public final class BatchFigures {
    private BatchFigures() {}

    /// `1,500 rows await results · 3 batches: 2 running (480 of 1,000 done), 1 held`; empty without batches.
    public static Optional<String> summary(long parked, List<JobCount> jobs) {
        if (parked == 0 && jobs.isEmpty()) {
            return Optional.empty();
        }
        var parts = new ArrayList<String>();
        if (parked > 0) {
            parts.add(Figures.counted(parked, "row") + (parked == 1 ? " awaits results" : " await results"));
        }
        if (!jobs.isEmpty()) {
            parts.add(batches(jobs));
        }
        return Optional.of(String.join(" · ", parts));
    }

    /// `3 batches: 2 running (480 of 1,000 done), 1 held`
    static String batches(List<JobCount> jobs) {
        Map<JobPhase, List<JobCount>> byPhase = new EnumMap<>(JobPhase.class);
        jobs.forEach(job ->
                byPhase.computeIfAbsent(job.phase(), _ -> new ArrayList<>()).add(job));
        var parts = new ArrayList<String>();
        byPhase.forEach((phase, some) -> parts.add(
                Figures.count(some.size()) + " " + phase.word() + (phase == JobPhase.RUNNING ? done(some) : "")));
        return (jobs.size() == 1 ? "1 batch: " : Figures.count(jobs.size()) + " batches: ") + String.join(", ", parts);
    }

    private static String done(List<JobCount> running) {
        long items = running.stream().mapToLong(JobCount::items).sum();
        long done = running.stream().mapToLong(JobCount::done).sum();
        return " (" + Figures.count(done) + " of " + Figures.count(items) + " done)";
    }
}
