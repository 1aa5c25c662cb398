package dev.rowan.cli.notify;

import dev.rowan.engine.batch.Batches.JobState;
import dev.rowan.engine.jobs.Job;
import dev.rowan.engine.jobs.JobPhase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What is new about jobs since they were last looked at. Owned by one thread.
final class JobNews {
    private final Map<Long, JobPhase> seen = new HashMap<>();

    /// A job that has ended or is held now and was not before.
    record News(Happening.Kind kind, JobState job) {}

    /// Takes note of a job as it stands, without news.
    void know(Job job) {
        seen.put(job.number(), job.phase());
    }

    List<News> since(List<JobState> jobs) {
        var news = new ArrayList<News>();
        for (JobState job : jobs) {
            JobPhase now = job.held().isPresent() ? JobPhase.HELD : JobPhase.after(job.step());
            if (seen.put(job.job(), now) != now) {
                if (now == JobPhase.SETTLED) {
                    news.add(new News(Happening.Kind.JOB_ENDED, job));
                } else if (now == JobPhase.HELD) {
                    news.add(new News(Happening.Kind.HELD, job));
                }
            }
        }
        return news;
    }
}
