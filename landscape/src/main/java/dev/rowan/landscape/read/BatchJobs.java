package dev.rowan.landscape.read;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.fold.Micros;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads batch jobs: their steps and items.
final class BatchJobs {
    private static final String STEPS = "SELECT job, step, time, facts FROM batch_job WHERE run_no = ?";

    private final Query query;

    BatchJobs(Query query) {
        this.query = query;
    }

    /// Each job as the fold of its steps.
    List<BatchJob> of(RunRow run) throws SQLException {
        var jobs = new TreeMap<Long, BatchJob>();
        query.list(STEPS + " ORDER BY event_id", BatchJobs::step, run.runNo())
                .forEach(step -> jobs.merge(
                        step.job(), new BatchJob(step.job(), step.step(), step.at(), step.facts()), BatchJobs::after));
        return new ArrayList<>(jobs.values());
    }

    private static BatchJob after(BatchJob before, BatchJob next) {
        var facts = new LinkedHashMap<>(before.facts());
        facts.putAll(next.facts());
        return new BatchJob(before.job(), next.step(), next.at(), facts);
    }

    List<BatchStep> steps(RunRow run, long job) throws SQLException {
        return query.list(STEPS + " AND job = ? ORDER BY event_id", BatchJobs::step, run.runNo(), job);
    }

    private static BatchStep step(ResultSet row) throws SQLException {
        return new BatchStep(
                row.getLong("job"),
                row.getString("step"),
                Micros.instant(row.getLong("time")),
                RecordedJson.object(row.getString("facts")));
    }

    /// The number of jobs per current step.
    Map<String, Long> byStep(RunRow run) throws SQLException {
        var steps = new TreeMap<String, Long>();
        query.list(
                        "SELECT step FROM batch_job WHERE event_id IN"
                                + " (SELECT max(event_id) FROM batch_job WHERE run_no = ? GROUP BY job)",
                        row -> row.getString(1),
                        run.runNo())
                .forEach(step -> steps.merge(step, 1L, Long::sum));
        return steps;
    }

    List<BatchItem> manifest(RunRow run, long job) throws SQLException {
        return query.list(
                "SELECT i.item, i.row_seq, i.part, i.node, i.generation, i.call_no, i.request_sha256, i.attempt,"
                        + " i.worst_pico_usd, e.state, e.cost_pico_usd, e.cost_known FROM call_intent i LEFT JOIN call_end e"
                        + CallRecords.ENDS_OF_INTENTS + " WHERE i.run_no = ? AND i.job = ? ORDER BY i.item",
                row -> new BatchItem(
                        row.getInt("item"),
                        CallRecords.key(row),
                        row.getInt("attempt"),
                        new Usd(row.getLong("worst_pico_usd")),
                        Query.text(row, "state").map(CallState::of),
                        Query.text(row, "state").isPresent() ? Optional.of(CallRecords.cost(row)) : Optional.empty()),
                run.runNo(),
                job);
    }

    /// The run with a job that created or adopted this provider batch.
    Optional<String> ownerOf(String provider, String batchId) throws SQLException {
        record Claim(int runNo, long job, String runId) {}
        var providers = new HashMap<Claim, String>();
        var owners = new ArrayList<Claim>();
        query.list(
                        "SELECT b.run_no, b.job, r.run_id, b.facts FROM batch_job b JOIN run r ON r.run_no = b.run_no"
                                + " WHERE b.step IN ('planned', 'created', 'adopted') ORDER BY b.event_id",
                        row -> Map.entry(
                                new Claim(row.getInt(1), row.getLong(2), row.getString(3)),
                                RecordedJson.object(row.getString(4))),
                        new Object[0])
                .forEach(step -> {
                    Map<String, @Nullable Object> facts = step.getValue();
                    if (facts.get("provider") instanceof String named) {
                        providers.put(step.getKey(), named);
                    }
                    if (batchId.equals(facts.get("batch_id"))) {
                        owners.add(step.getKey());
                    }
                });
        return owners.stream()
                .filter(owner -> provider.equals(providers.get(owner)))
                .map(Claim::runId)
                .findFirst();
    }
}
