package dev.rowan.web.runs;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.run.RunFigures;
import dev.rowan.web.run.RunPageData;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/// The runs of the landscape, known without asking for all of them each time: the newest and those that work
/// are asked for anew, the others now and then, since a run that is over changes only when someone goes on
/// with it.
///
/// Shared state, guarded by `lock`, which is held while the landscape is asked, so that two pages do not ask
/// twice.
final class RunList {
    /// More runs than that are not listed.
    static final int MAX_RUNS = 2_000;

    private static final int NEWEST = 20;
    private static final long ALL_NANOS = Duration.ofSeconds(30).toNanos();

    private final RunPageData look;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, RunSummary> known = new TreeMap<>(Comparator.reverseOrder());
    private long askedAll;
    private boolean asked;

    RunList(RunPageData look, Time time) {
        this.look = look;
        this.time = time;
    }

    List<RunFigures> all(LandscapeReader reader) throws InterruptedException {
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
            return known.values().stream().map(run -> figures(reader, run)).toList();
        } finally {
            lock.unlock();
        }
    }

    private void keep(List<RunSummary> runs) {
        runs.forEach(run -> known.put(run.runId(), run));
    }

    private RunFigures figures(LandscapeReader reader, RunSummary run) {
        return run.status().equals(RunSummary.RUNNING) ? look.look(reader, run) : look.glance(reader, run);
    }
}
