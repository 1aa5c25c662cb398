package dev.rowan.engine.jobs;

import dev.rowan.landscape.JobQueries.ItemEnd;
import java.util.Map;

/// Provider errors of a job: requests without a result, result lines that belong to no request (by kind:
/// `duplicate`, `unknown`, `malformed`), and further batches created from the same submission.
public record JobAnomalies(long missingItems, Map<String, Long> strayLines, int otherBatches) {
    public static final JobAnomalies NONE = new JobAnomalies(0, Map.of(), 0);

    public JobAnomalies {
        strayLines = Map.copyOf(strayLines);
    }

    public static JobAnomalies of(JobState job) {
        return new JobAnomalies(
                job.counts().getOrDefault(ItemEnd.MISSING, 0L),
                job.strayLines().byKind(),
                job.duplicates().size());
    }

    /// The number of result lines that belong to no request.
    public long lines() {
        return strayLines.values().stream().mapToLong(Long::longValue).sum();
    }
}
