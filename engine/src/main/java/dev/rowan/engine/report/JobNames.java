package dev.rowan.engine.report;

import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.LogEntry.BatchItemRef;
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

    /// The jobs of a row's run; none is read where no call of the row was part of one.
    public static JobNames of(LandscapeReader reader, RowHistory row) {
        boolean any = row.visits().stream()
                .flatMap(visit -> visit.calls().stream())
                .flatMap(call -> call.attempts().stream())
                .anyMatch(attempt -> attempt.batch().isPresent());
        return any ? of(JobReport.of(reader, row.run().runId())) : NONE;
    }

    public Optional<String> batchId(BatchItemRef place) {
        return Optional.ofNullable(jobs.get(place.job())).flatMap(JobReport::batchId);
    }

    /// `job 3, item 17, openai batch_67f0c1`
    public String describe(BatchItemRef place) {
        Optional<JobReport> job = Optional.ofNullable(jobs.get(place.job()));
        return "job " + place.job() + ", item " + place.item()
                + job.map(found -> ", " + found.provider()
                                + found.batchId().map(id -> " " + id).orElse(""))
                        .orElse("");
    }
}
