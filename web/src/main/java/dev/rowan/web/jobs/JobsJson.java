package dev.rowan.web.jobs;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.JobQueries.JobItem;
import dev.rowan.landscape.record.CallCost;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Jobs for machines.
final class JobsJson {
    private JobsJson() {}

    static Map<String, @Nullable Object> board(JobLedger.Kept kept, Instant now) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("run", kept.run().runId());
        json.put("status", kept.run().status());
        json.put("simulated", kept.run().simulated());
        json.put("rows_waiting", kept.run().awaiting());
        json.put("adds_up", kept.jobs().stream().allMatch(JobAudit::addsUp));
        json.put("jobs", kept.jobs().stream().map(audit -> of(audit, now)).toList());
        return json;
    }

    static Map<String, @Nullable Object> of(JobAudit audit, Instant now) {
        JobReport job = audit.job();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("job", job.number());
        json.put("state", job.stage());
        json.put("phase", job.phase());
        json.put("step", job.recorded().step());
        json.put("step_at", job.recorded().at());
        json.put("node", job.node());
        json.put("provider", job.provider());
        json.put("model", job.model());
        json.put("batch_id", job.batchId());
        json.put("since", job.since());
        json.put("next_poll", job.nextPoll());
        json.put("next_step", job.nextStep());
        json.put("trouble", job.trouble());
        json.put("held", job.held());
        json.put("items", job.items());
        json.put("items_recorded", audit.items());
        var counts = new LinkedHashMap<String, @Nullable Object>();
        for (ItemEnd end : ItemEnd.values()) {
            counts.put(end.word(), audit.items(end));
        }
        json.put("counts", counts);
        json.put("cost_usd", audit.cost().amount());
        json.put("cost_known", audit.cost().isKnown());
        json.put("reserved_usd", audit.reserved());
        json.put("adds_up", audit.addsUp());
        json.put(
                "anomalies",
                audit.anomalies(now).stream()
                        .map(anomaly -> Map.of("broken", anomaly.broken(), "words", anomaly.words()))
                        .toList());
        json.put("choices", JobDecision.forJob(job));
        return json;
    }

    static List<Map<String, @Nullable Object>> steps(List<BatchStep> steps) {
        return steps.stream()
                .map(step -> {
                    var json = new LinkedHashMap<String, @Nullable Object>();
                    json.put("step", step.step());
                    json.put("at", step.at());
                    json.put("facts", step.facts());
                    return (Map<String, @Nullable Object>) json;
                })
                .toList();
    }

    static List<Map<String, @Nullable Object>> items(List<JobItem> items) {
        return items.stream()
                .map(item -> {
                    var json = new LinkedHashMap<String, @Nullable Object>();
                    json.put("item", item.item());
                    json.put("row", item.rowSeq());
                    json.put("part", item.part());
                    json.put("call", item.callNo());
                    json.put("attempt", item.attempt());
                    json.put("end", item.end());
                    json.put("standing", item.standing());
                    json.put("http_status", item.status());
                    json.put("cost_usd", item.cost().flatMap(CallCost::amount));
                    json.put("cost_known", item.cost().map(CallCost::isKnown));
                    json.put("worst_usd", item.worst());
                    return (Map<String, @Nullable Object>) json;
                })
                .toList();
    }

    static List<Map<String, @Nullable Object>> files(List<JobFile> files) {
        return files.stream()
                .map(file -> {
                    var json = new LinkedHashMap<String, @Nullable Object>();
                    json.put("name", file.artifact().name());
                    json.put("bytes", file.artifact().bytes());
                    json.put("lines", file.artifact().lines());
                    json.put("sha256", file.artifact().sha256());
                    json.put("here", file.isThere());
                    return (Map<String, @Nullable Object>) json;
                })
                .toList();
    }

    static Map<String, @Nullable Object> decision(JobDecisionLog.DecisionState standing) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("choice", standing.decision().choice());
        json.put("batch_id", standing.decision().batchId());
        json.put("since", standing.since());
        json.put("working", standing.working());
        json.put("problem", standing.problem());
        return json;
    }
}
