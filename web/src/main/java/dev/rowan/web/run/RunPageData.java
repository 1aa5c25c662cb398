package dev.rowan.web.run;

import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.jobs.JobReport;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.history.RunSummary;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Looks at runs: their figures as of now, with as little asked as can be.
///
/// Shared state, guarded by `lock`: what runs may spend by their settings, which changes only when a run is
/// gone on with.
public final class RunPageData {
    private static final int KEPT = 5_000;

    private final Histories histories = new Histories();
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Optional<Usd>> caps = new LinkedHashMap<>();

    public RunPageData(Time time) {
        this.time = time;
    }

    /// The figures of a run with what it has told.
    public RunFigures look(LandscapeReader reader, RunSummary run) {
        List<JobReport> jobs = run.jobs().isEmpty() || !run.status().equals(RunSummary.RUNNING)
                ? List.of()
                : JobReport.of(reader, run.runId());
        return RunFigures.of(run, histories.follow(reader, run), cap(reader, run), jobs, time.instant());
    }

    /// The figures of a run that is over: as a list shows it, without what it has told.
    public RunFigures glance(LandscapeReader reader, RunSummary run) {
        return RunFigures.of(run, RecordedHistory.NOTHING, cap(reader, run), List.of(), time.instant());
    }

    private Optional<Usd> cap(LandscapeReader reader, RunSummary run) {
        String key = run.runId() + " " + run.resumed();
        lock.lock();
        try {
            Optional<Usd> known = caps.get(key);
            if (known != null) {
                return known;
            }
        } finally {
            lock.unlock();
        }
        Optional<Usd> cap = ask(reader, run.runId());
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

    /// Settings that were deleted tell none.
    private static Optional<Usd> ask(LandscapeReader reader, String run) {
        try {
            return Optional.ofNullable(reader.runs().declared(run).settings().get("max_cost_usd"))
                    .map(String::valueOf)
                    .map(BigDecimal::new)
                    .map(Usd::of);
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException | IllegalArgumentException | ArithmeticException _) {
            return Optional.empty();
        }
    }
}
