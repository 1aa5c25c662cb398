package dev.rowan.web.runs;

import dev.rowan.api.Time;
import dev.rowan.engine.report.RunReport;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.run.RunReports;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/// The runs of the landscape, cached: the newest and running ones are read each time, the others now and then,
/// since an ended run changes only when it is resumed.
///
/// Shared state, guarded by `lock`, which is held while the landscape is read, so that two pages do not read twice.
final class RunList {
    /// More runs than that are not listed.
    static final int MAX_RUNS = 2_000;

    private static final int NEWEST = 20;
    private static final long ALL_NANOS = Duration.ofSeconds(30).toNanos();

    private final RunReports reports;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, RunSummary> known = new TreeMap<>(Comparator.reverseOrder());
    private long askedAll;
    private boolean asked;

    RunList(RunReports reports, Time time) {
        this.reports = reports;
        this.time = time;
    }

    List<RunReport> all(LandscapeReader reader) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (!asked || time.nanos() - askedAll > ALL_NANOS) {
                known.clear();
                keep(reader.runs().newest(MAX_RUNS));
                asked = true;
                askedAll = time.nanos();
            } else {
                keep(reader.runs().newest(NEWEST));
                List<String> working = known.values().stream()
                        .skip(NEWEST)
                        .filter(run -> run.status().equals(RunSummary.RUNNING))
                        .map(RunSummary::runId)
                        .toList();
                working.forEach(run -> known.put(run, reader.runs().summary(run)));
            }
            return known.values().stream().map(run -> report(reader, run)).toList();
        } finally {
            lock.unlock();
        }
    }

    private void keep(List<RunSummary> runs) {
        runs.forEach(run -> known.put(run.runId(), run));
    }

    private RunReport report(LandscapeReader reader, RunSummary run) {
        return run.status().equals(RunSummary.RUNNING) ? reports.read(reader, run) : reports.brief(reader, run);
    }
}
