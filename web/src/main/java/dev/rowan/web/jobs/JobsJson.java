package dev.rowan.web.jobs;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.report.JobJson;
import dev.rowan.json.JsonObject;
import java.time.Instant;

/// The jobs of a run as JSON.
final class JobsJson {
    private JobsJson() {}

    static JsonObject board(JobLedger.Kept kept, Instant now) {
        return JsonObject.object()
                .put("run", kept.run().runId())
                .put("status", kept.run().status())
                .put("simulated", kept.run().simulated())
                .put("rows_awaiting_results", kept.run().awaiting())
                .put("adds_up", kept.jobs().stream().allMatch(JobAudit::addsUp))
                .put("jobs", JobJson.of(kept.jobs(), now));
    }

    static JsonObject decision(JobDecisionLog.DecisionState state) {
        return JsonObject.object()
                .put("choice", state.decision().choice())
                .put("batch_id", state.decision().batchId())
                .put("since", state.since())
                .put("working", state.working())
                .put("problem", state.problem());
    }
}
