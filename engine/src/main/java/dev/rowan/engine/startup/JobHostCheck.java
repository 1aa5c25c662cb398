package dev.rowan.engine.startup;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.call.ServiceKey;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/// Keeps the keys of batch jobs to the host that they were created at: another host must not see them.
public final class JobHostCheck {
    private JobHostCheck() {}

    /// Refuses to resume a run with open jobs at another address than the prepared pipeline names.
    public static void check(Pipeline pipeline, Landscape landscape, RunStartMode startMode) throws PluginException {
        if (!(startMode instanceof RunStartMode.Resumed(String runId, boolean _))) {
            return;
        }
        List<JobReport> open;
        try (LandscapeReader reader = landscape.reader()) {
            open = JobReport.of(reader, runId).stream()
                    .filter(JobReport::isOpen)
                    .toList();
        }
        var problems = new LinkedHashSet<String>();
        for (JobReport job : open) {
            pipeline.transforms().stream()
                    .filter(node -> node.name().equals(job.node()))
                    .flatMap(node -> node.batched().stream())
                    .flatMap(batched -> mismatch(job, batched.batchService()).stream())
                    .forEach(problems::add);
        }
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
    }

    /// The mismatch between the address of the service and the one that the job was created at, if any.
    public static Optional<String> mismatch(JobReport job, BatchService service) {
        return job.state().plan().account().flatMap(created -> mismatch(job, created, address(service)));
    }

    private static String address(BatchService service) {
        return ServiceKey.of(service.account()).address();
    }

    private static Optional<String> mismatch(JobReport job, String created, String now) {
        return Optional.of(created)
                .filter(address -> !address.equals(now))
                .map(_ -> "batch job " + job.number() + " of transform '" + job.node() + "' is at " + created
                        + ", but the pipeline now names " + now + "; nothing was sent. Set base_url, endpoint or the"
                        + " variable that names the address back to " + created);
    }
}
