package dev.rowan.web.run;

import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.report.SplitReport;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Makes the reports of runs for pages.
///
/// Shared state, guarded by `lock`: the budgets of runs, by run, number of resumes and status.
public final class RunReports {
    private static final int KEPT = 5_000;

    private final Histories histories = new Histories();
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Optional<Usd>> caps = new LinkedHashMap<>();

    public RunReports(Time time) {
        this.time = time;
    }

    /// The report of a run with its history.
    public RunReport read(LandscapeReader reader, RunSummary run) {
        List<JobReport> jobs = run.jobs().isEmpty() || !run.status().equals(RunSummary.RUNNING)
                ? List.of()
                : JobReport.of(reader, run.runId());
        return RunReport.of(
                        run, histories.read(reader, run), cap(reader, run), jobs, time.instant(), Figures::timeOfDay)
                .with(SplitReport.read(reader, run));
    }

    /// The report of an ended run for a list, without its history.
    public RunReport brief(LandscapeReader reader, RunSummary run) {
        return RunReport.brief(run, cap(reader, run), time.instant());
    }

    private Optional<Usd> cap(LandscapeReader reader, RunSummary run) {
        String key = run.runId() + " " + run.resumed() + " " + run.status();
        lock.lock();
        try {
            Optional<Usd> known = caps.get(key);
            if (known != null) {
                return known;
            }
        } finally {
            lock.unlock();
        }
        Optional<Usd> cap = RunReport.cap(reader, run.runId());
        lock.lock();
        try {
            if (caps.size() >= KEPT) {
                caps.clear();
            }
            caps.put(key, cap);
        } finally {
            lock.unlock();
        }
        return cap;
    }
}
