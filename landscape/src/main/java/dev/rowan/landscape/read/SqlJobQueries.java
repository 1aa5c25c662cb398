package dev.rowan.landscape.read;

import dev.rowan.landscape.JobQueries;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads batch jobs from their steps and items.
final class SqlJobQueries implements JobQueries {
    private final Query query;
    private final Runs runs;

    SqlJobQueries(Query query, Runs runs) {
        this.query = query;
        this.runs = runs;
    }

    @Override
    public List<BatchJob> list(String runId) {
        return runs.withRun(runId, new BatchJobs(query)::of);
    }

    @Override
    public List<BatchStep> steps(String runId, long job) {
        return runs.withRun(runId, run -> new BatchJobs(query).steps(run, job));
    }

    @Override
    public List<BatchItem> manifest(String runId, long job) {
        return runs.withRun(runId, run -> new BatchJobs(query).manifest(run, job));
    }

    @Override
    public Map<Long, List<ItemCount>> itemCounts(String runId, List<Long> jobs) {
        return runs.withRun(runId, run -> new JobItems(query).counts(run, jobs));
    }

    @Override
    public List<JobItem> items(String runId, long job, Optional<ItemEnd> end, long from, int max) {
        return runs.withRun(runId, run -> new JobItems(query).items(run, job, end, from, max));
    }

    @Override
    public Optional<String> ownerOf(String provider, String batchId) {
        return query.inSnapshot(() -> new BatchJobs(query).ownerOf(provider, batchId));
    }
}
