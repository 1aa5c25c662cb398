package dev.rowan.engine.batch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a provider got wrong about a job: requests without a result, lines of results that belong to no request (by
/// kind: `duplicate`, `unknown`, `malformed`), and further batches that it made of the same submission.
public record JobAnomalies(long missingItems, Map<String, Long> strayLines, int otherBatches) {
    public static final JobAnomalies NONE = new JobAnomalies(0, Map.of(), 0);
    private static final List<String> KINDS = List.of("duplicate", "unknown", "malformed");

    public JobAnomalies {
        strayLines = Map.copyOf(strayLines);
    }

    public static JobAnomalies of(JobState job) {
        var lines = new LinkedHashMap<String, Long>();
        if (job.facts().get("anomalies") instanceof Map<?, ?> counts) {
            for (String kind : KINDS) {
                if (counts.get(kind) instanceof Number count && count.longValue() > 0) {
                    lines.put(kind, count.longValue());
                }
            }
        }
        return new JobAnomalies(
                job.counts().getOrDefault("missing", 0L),
                lines,
                job.duplicates().size());
    }

    /// How many lines of results belong to no request.
    public long lines() {
        return strayLines.values().stream().mapToLong(Long::longValue).sum();
    }
}
