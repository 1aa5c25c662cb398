package dev.rowan.cli.notify;

import dev.rowan.cli.notify.NotifyEvent.Kind;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.jobs.JobAnomalies;
import dev.rowan.engine.jobs.JobPhase;
import dev.rowan.engine.jobs.JobReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Detects job events since the last check. Owned by one thread.
final class JobEvents {
    private final Map<Long, Seen> seen = new HashMap<>();

    /// The state of a job at the last check.
    private record Seen(Optional<JobPhase> phase, JobAnomalies anomalies) {
        static final Seen NOTHING = new Seen(Optional.empty(), JobAnomalies.NONE);
    }

    /// A condition of a job that has become true.
    record News(Kind kind, JobProgress job) {}

    /// Remembers the state of a job without raising events.
    void remember(JobReport job) {
        seen.put(job.number(), new Seen(Optional.of(job.phase()), job.anomalies()));
    }

    List<News> since(List<JobProgress> jobs) {
        var news = new ArrayList<News>();
        for (JobProgress job : jobs) {
            JobPhase phase = job.phase();
            Seen before = seen.getOrDefault(job.job(), Seen.NOTHING);
            seen.put(job.job(), new Seen(Optional.of(phase), job.anomalies()));
            boolean moved = before.phase().filter(phase::equals).isEmpty();
            if (moved && phase == JobPhase.SETTLED) {
                news.add(new News(Kind.JOB_ENDED, job));
            } else if (moved && phase == JobPhase.HELD) {
                news.add(new News(Kind.HELD, job));
            }
            if (job.anomalies().missingItems() > before.anomalies().missingItems()) {
                news.add(new News(Kind.ITEMS_MISSING, job));
            }
            if (job.anomalies().lines() > before.anomalies().lines()
                    || job.anomalies().otherBatches() > before.anomalies().otherBatches()) {
                news.add(new News(Kind.JOB_ANOMALY, job));
            }
        }
        return news;
    }
}
