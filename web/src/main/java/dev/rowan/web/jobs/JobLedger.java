package dev.rowan.web.jobs;

import dev.rowan.engine.jobs.JobAudit;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.JobQueries.ItemCount;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.http.WebRequestException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Reads jobs with the counts of their items. Items change only while results are recorded, so counts are cached
/// per step otherwise. Shared state, guarded by `lock`: the cached counts.
final class JobLedger {
    private static final int KEPT = 20_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, List<ItemCount>> counted = new LinkedHashMap<>();

    /// The key of cached counts.
    private record Key(String runId, long job, String rest) {}

    /// A run with its jobs.
    record RunJobs(RunSummary run, List<JobAudit> jobs) {}

    RunJobs of(String name, LandscapeReader reader) {
        RunSummary run = reader.runs().summary(reader.runs().resolve(name));
        List<JobReport> jobs = JobReport.of(reader, run.runId());
        return new RunJobs(run, audited(run, jobs, reader));
    }

    JobAudit job(RunJobs runJobs, long number) {
        return runJobs.jobs().stream()
                .filter(audit -> audit.job().number() == number)
                .findFirst()
                .orElseThrow(() -> new WebRequestException(
                        404,
                        "run " + runJobs.run().runId() + " has no job " + number + "; it has "
                                + (runJobs.jobs().isEmpty()
                                        ? "none"
                                        : runJobs.jobs().size())));
    }

    private List<JobAudit> audited(RunSummary run, List<JobReport> jobs, LandscapeReader reader) {
        Map<Long, List<ItemCount>> counts = new HashMap<>();
        var missing = new ArrayList<Long>();
        for (JobReport job : jobs) {
            rest(job)
                    .flatMap(rest -> cached(new Key(run.runId(), job.number(), rest)))
                    .ifPresentOrElse(found -> counts.put(job.number(), found), () -> missing.add(job.number()));
        }
        counts.putAll(reader.jobs().itemCounts(run.runId(), missing));
        var audits = new ArrayList<JobAudit>();
        for (JobReport job : jobs) {
            List<ItemCount> found = counts.getOrDefault(job.number(), List.of());
            rest(job).ifPresent(rest -> keep(new Key(run.runId(), job.number(), rest), found));
            audits.add(JobAudit.of(job, found, run.simulated()));
        }
        return audits;
    }

    /// Empty while its items may change.
    private static Optional<String> rest(JobReport job) {
        return switch (job.state().phase()) {
            case PLANNED, UPLOADING, UPLOADED, CREATING, WATCHED -> Optional.of("open");
            case ENDED, DOWNLOADED -> Optional.empty();
            case SETTLED, HELD -> Optional.of(job.state().step() + job.state().at());
        };
    }

    private Optional<List<ItemCount>> cached(Key key) {
        lock.lock();
        try {
            return Optional.ofNullable(counted.get(key));
        } finally {
            lock.unlock();
        }
    }

    private void keep(Key key, List<ItemCount> counts) {
        lock.lock();
        try {
            if (counted.size() >= KEPT) {
                counted.remove(counted.keySet().iterator().next());
            }
            counted.put(key, counts);
        } finally {
            lock.unlock();
        }
    }
}
