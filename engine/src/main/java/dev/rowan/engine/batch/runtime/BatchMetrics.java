package dev.rowan.engine.batch.runtime;

import dev.rowan.engine.jobs.JobAnomalies;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.JobState.Phase;
import dev.rowan.landscape.JobQueries.ItemEnd;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The metrics of a transform's jobs in a run: the numbers of jobs and requests, and their results.
final class BatchMetrics {
    private BatchMetrics() {}

    /// By the transform's name.
    static Map<String, Map<String, Object>> byNode(List<JobState> jobs) {
        var byNode = new LinkedHashMap<String, List<JobState>>();
        jobs.forEach(job ->
                byNode.computeIfAbsent(job.node(), _ -> new ArrayList<>()).add(job));
        var metrics = new LinkedHashMap<String, Map<String, Object>>();
        byNode.forEach((node, own) -> metrics.put(node, of(own)));
        return metrics;
    }

    private static Map<String, Object> of(List<JobState> jobs) {
        var metrics = new LinkedHashMap<String, Object>();
        metrics.put("jobs", (long) jobs.size());
        metrics.put("jobs_open", count(jobs, false));
        metrics.put("jobs_held", count(jobs, true));
        metrics.put("requests", jobs.stream().mapToLong(JobState::items).sum());
        metrics.put(
                "largest_job", jobs.stream().mapToLong(JobState::items).max().orElse(0));
        for (ItemEnd end : EnumSet.complementOf(EnumSet.of(ItemEnd.OPEN))) {
            metrics.put(
                    end.word(),
                    jobs.stream()
                            .mapToLong(job -> job.counts().getOrDefault(end, 0L))
                            .sum());
        }
        metrics.put(
                "stray_lines",
                jobs.stream()
                        .map(JobAnomalies::of)
                        .mapToLong(JobAnomalies::lines)
                        .sum());
        return metrics;
    }

    /// Unsettled jobs: those held for an operator, or the others.
    private static long count(List<JobState> jobs, boolean held) {
        return jobs.stream()
                .filter(job -> job.phase() != Phase.SETTLED && (job.phase() == Phase.HELD) == held)
                .count();
    }
}
