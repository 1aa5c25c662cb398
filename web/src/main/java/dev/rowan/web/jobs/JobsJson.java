package dev.rowan.web.jobs;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.report.JobJson;
import dev.rowan.json.JsonObject;
import java.time.Instant;

/// The jobs of a run as JSON.
final class JobsJson {
    private JobsJson() {}

    static JsonObject board(JobLedger.RunJobs runJobs, Instant now) {
        return JsonObject.object()
                .put("run", runJobs.run().runId())
                .put("status", runJobs.run().status())
                .put("simulated", runJobs.run().simulated())
                .put("rows_awaiting_results", runJobs.run().awaiting())
                .put("adds_up", runJobs.jobs().stream().allMatch(JobAudit::addsUp))
                .put("jobs", JobJson.of(runJobs.jobs(), now));
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
