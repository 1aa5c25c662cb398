package dev.rowan.cli.jobs;

import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.CliJson;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.jobs.PricedJob;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A job for machines: what people are shown, and all facts as they are recorded.
public final class JobJson {
    private JobJson() {}

    public static CliJson of(PricedJob priced) {
        return of(priced.job())
                .put("simulated", priced.simulated())
                .put("cost_usd", priced.cost().amount().map(Usd::dollars))
                .put("cost_known", priced.cost().isKnown())
                .put("unpriced_items", priced.cost().unpriced() + priced.unpriced())
                .put("reserved_usd", priced.reserved().dollars());
    }

    public static CliJson of(JobReport job) {
        return CliJson.object()
                .put("run", job.runId())
                .put("job", job.number())
                .put("node", job.node())
                .put("provider", job.provider())
                .put("batch_id", job.batchId())
                .put("phase", job.phase().word())
                .put("step", job.state().step())
                .put("step_at", job.state().at())
                .put("items", job.items())
                .put("done", job.done())
                .put("since", job.since())
                .put("next_poll", job.nextPoll())
                .put("next_step", job.nextStep())
                .put("trouble", job.trouble())
                .put("held", job.held())
                .put("facts", facts(job.facts()));
    }

    public static CliJson facts(Map<String, @Nullable Object> facts) {
        CliJson json = CliJson.object();
        new LinkedHashMap<>(facts).forEach(json::put);
        return json;
    }
}
