package dev.rowan.cli.jobs;

import dev.rowan.cli.terminal.SafeText;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.BatchPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The jobs of a run by number, to describe the job and item of a call.
public record JobNames(Map<Long, JobReport> jobs) {
    public static final JobNames NONE = new JobNames(Map.of());

    public JobNames {
        jobs = Map.copyOf(jobs);
    }

    public static JobNames of(List<JobReport> jobs) {
        return new JobNames(jobs.stream().collect(Collectors.toMap(JobReport::number, Function.identity())));
    }

    public static JobNames of(LandscapeReader reader, String runId) {
        return of(JobReport.of(reader, runId));
    }

    public Optional<String> batchId(BatchPlace place) {
        return Optional.ofNullable(jobs.get(place.job())).flatMap(JobReport::batchId);
    }

    /// `job 3, item 17, openai batch_67f0c1`
    public String describe(BatchPlace place) {
        Optional<JobReport> job = Optional.ofNullable(jobs.get(place.job()));
        return "job " + place.job() + ", item " + place.item()
                + job.map(found -> SafeText.line(", " + found.provider()
                                + found.batchId().map(id -> " " + id).orElse("")))
                        .orElse("");
    }
}
