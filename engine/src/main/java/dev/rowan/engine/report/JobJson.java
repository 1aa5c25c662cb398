package dev.rowan.engine.report;

import dev.rowan.engine.jobs.JobArtifact;
import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobDecision;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.json.JsonObject;
import dev.rowan.landscape.JobQueries.BatchStep;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.JobQueries.JobItem;
import dev.rowan.landscape.record.CallCost;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;

/// A batch job as JSON, with its recorded facts.
public final class JobJson {
    private JobJson() {}

    public static List<JsonObject> of(List<JobAudit> jobs, Instant now) {
        return jobs.stream().map(job -> of(job, now)).toList();
    }

    public static JsonObject of(JobAudit audit, Instant now) {
        JobReport job = audit.job();
        return JsonObject.object()
                .put("run", job.runId())
                .put("job", job.number())
                .put("simulated", audit.simulated())
                .put("node", job.node())
                .put("provider", job.provider())
                .put("model", job.model())
                .put("batch_id", job.batchId())
                .put("phase", job.phase())
                .put("state", job.state().phase())
                .put("step", job.state().step())
                .put("step_at", job.state().at())
                .put("since", job.since())
                .put("next_poll", job.nextPoll())
                .put("next_step", job.nextStep())
                .put("trouble", job.trouble())
                .put("held", job.held())
                .put("items", job.items())
                .put("items_done", job.done())
                .put("items_recorded", audit.items())
                .put("items_by_end", itemsByEnd(audit))
                .put("cost_usd", audit.cost().amount())
                .put("cost_known", audit.cost().isKnown())
                .put("unpriced_items", audit.cost().unpriced() + audit.unpriced())
                .put("reserved_usd", audit.reserved())
                .put("adds_up", audit.addsUp())
                .put(
                        "anomalies",
                        audit.anomalies(now).stream()
                                .map(anomaly -> JsonObject.object()
                                        .put("broken", anomaly.broken())
                                        .put("message", anomaly.message()))
                                .toList())
                .put("choices", JobDecision.forJob(job))
                .put("facts", job.facts());
    }

    private static EnumMap<ItemEnd, Long> itemsByEnd(JobAudit audit) {
        var items = new EnumMap<ItemEnd, Long>(ItemEnd.class);
        for (ItemEnd end : ItemEnd.values()) {
            items.put(end, audit.items(end));
        }
        return items;
    }

    /// A file of a job; `present` says whether it is on this machine.
    public static JsonObject file(JobArtifact file, boolean present) {
        return JsonObject.object()
                .put("name", file.name())
                .put("bytes", file.bytes())
                .put("lines", file.lines())
                .put("sha256", file.sha256())
                .put("present", present);
    }

    public static List<JsonObject> steps(List<BatchStep> steps) {
        return steps.stream()
                .map(step -> JsonObject.object()
                        .put("step", step.step())
                        .put("at", step.at())
                        .put("facts", step.facts()))
                .toList();
    }

    public static List<JsonObject> items(List<JobItem> items) {
        return items.stream()
                .map(item -> JsonObject.object()
                        .put("item", item.item())
                        .put("row_seq", item.rowSeq())
                        .put("part", item.part())
                        .put("call", item.callNo())
                        .put("attempt", item.attempt())
                        .put("end", item.end())
                        .put("standing", item.standing())
                        .put("http_status", item.status())
                        .put("cost_usd", item.cost().flatMap(CallCost::amount))
                        .put("cost_known", item.cost().map(CallCost::isKnown))
                        .put("worst_usd", item.worst()))
                .toList();
    }
}
