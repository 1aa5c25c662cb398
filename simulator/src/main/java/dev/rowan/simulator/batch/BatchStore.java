package dev.rowan.simulator.batch;

import dev.rowan.simulator.answer.Seed;
import dev.rowan.simulator.bill.Bill;
import dev.rowan.simulator.bill.Charge;
import dev.rowan.simulator.service.EndpointRequest;
import dev.rowan.simulator.service.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The files and jobs of all accounts, and the clock of the jobs.
///
/// Shared state, guarded by `lock`: all of the maps, and how far the clock is ahead.
public final class BatchStore {
    private static final long SLOW = 0x510;

    private final ReentrantLock lock = new ReentrantLock();
    private final Supplier<BatchSimulationSettings> settings;
    private final Map<String, SimulatedJob> jobs = new LinkedHashMap<>();
    private final Map<String, StoredFile> files = new LinkedHashMap<>();
    private final Map<String, Upload> uploads = new HashMap<>();
    private final Set<String> removed = new HashSet<>();
    private final Map<Long, Integer> ids = new HashMap<>();
    private Duration ahead = Duration.ZERO;

    public BatchStore(Supplier<BatchSimulationSettings> settings) {
        this.settings = settings;
    }

    /// An independent copy.
    public BatchStore copy() {
        var copy = new BatchStore(settings);
        locked(() -> {
            jobs.forEach((id, job) -> copy.jobs.put(id, job.copy()));
            copy.files.putAll(files);
            uploads.forEach((id, upload) -> copy.uploads.put(id, upload.copy()));
            copy.removed.addAll(removed);
            copy.ids.putAll(ids);
            copy.ahead = ahead;
            return true;
        });
        return copy;
    }

    public BatchSimulationSettings settings() {
        return settings.get();
    }

    /// The time of the jobs at the real time `real`.
    public Instant now(Instant real) {
        return locked(() -> real.plus(ahead));
    }

    /// Advances the clock.
    public void advance(Duration by) {
        locked(() -> ahead = ahead.plus(by));
    }

    /// A seed that no other thing made from `seed` has.
    public Seed fresh(Seed seed) {
        return locked(() -> seed.and(ids.merge(seed.value(), 1, Integer::sum)));
    }

    /// Creates a job that `request` asks for, unless `decision` refuses it because of a quota.
    public SimulatedJob create(NewJob job, EndpointRequest request, Decision decision) throws RefusedException {
        BatchSimulationSettings current = settings();
        Instant now = now(request.now());
        var terms =
                new RowWorkContext(job.account(), job.work(), job.seed(), request.voice(), request.models(), current);
        var rows = new JobRows(terms, job.lines(), now.plus(current.timing().validating()));
        var limits = JobLimits.of(
                current,
                Optional.empty(),
                Optional.empty(),
                Optional.of(current.timing().window().orElse(job.window())));
        return create(
                new SimulatedJob.Start(job.id(), terms, rows, job.facts(), job.problems()), limits, now, decision);
    }

    /// Creates a job, unless `decision` refuses it because of a quota.
    public SimulatedJob create(SimulatedJob.Start start, JobLimits limits, Instant now, Decision decision)
            throws RefusedException {
        RowTally tally = RowTally.of(start.rows());
        lock.lock();
        try {
            Optional<QuotaViolation> breach = limits.breach(jobs.values(), start, tally.promptTokens(), now);
            Optional<InputProblem> late = breach.isEmpty() ? Optional.empty() : decision.on(breach.get());
            var all = new ArrayList<>(start.problems());
            late.ifPresent(all::add);
            var timeline = new Timeline(
                    now,
                    start.terms().settings().timing().of(start.terms().seed().and(SLOW)),
                    limits.window(),
                    start.rows().count(),
                    !all.isEmpty());
            var job = new SimulatedJob(
                    new SimulatedJob.Start(start.id(), start.terms(), start.rows(), start.facts(), all),
                    tally,
                    timeline);
            jobs.put(job.id(), job);
            return job;
        } finally {
            lock.unlock();
        }
    }

    /// What to do with a job that exceeds a quota: refuse it, or let it fail later.
    @FunctionalInterface
    public interface Decision {
        Optional<InputProblem> on(QuotaViolation breach) throws RefusedException;
    }

    /// The job called `id` of the account, when the account can see it already.
    public Optional<SimulatedJob> job(BatchAccount account, String id, Instant now) {
        return locked(() -> Optional.ofNullable(jobs.get(id)))
                .filter(job -> job.account().equals(account) && job.isThere())
                .filter(job -> isOld(job, now, job.settings().manners().getLag()));
    }

    /// The jobs that lists show, the newest first.
    public List<SimulatedJob> jobs(BatchAccount account, Instant now) {
        return all().reversed().stream()
                .filter(job -> job.account().equals(account) && job.isThere())
                .filter(job -> isOld(job, now, job.settings().manners().listLag()))
                .toList();
    }

    private static boolean isOld(SimulatedJob job, Instant now, Duration lag) {
        return !now.isBefore(job.timeline().created().plus(lag));
    }

    /// Every job ever created, oldest first.
    public List<SimulatedJob> all() {
        return locked(() -> List.copyOf(jobs.values()));
    }

    public void add(StoredFile file) {
        locked(() -> files.put(file.id(), file));
    }

    public Optional<StoredFile> file(BatchAccount account, String id, Instant now) {
        return locked(() -> Optional.ofNullable(files.get(id)))
                .filter(file -> file.account().equals(account) && file.isThere(now));
    }

    /// The uploaded files of the account, the newest first.
    public List<StoredFile> files(BatchAccount account, Instant now) {
        return locked(() -> List.copyOf(files.values())).reversed().stream()
                .filter(file -> file.account().equals(account) && file.isThere(now))
                .toList();
    }

    public void removeFile(String id) {
        locked(() -> {
            files.remove(id);
            return removed.add(id);
        });
    }

    /// Whether the file was removed; output files of jobs count.
    public boolean isRemoved(String id) {
        return locked(() -> removed.contains(id));
    }

    public void begin(String id, Upload upload) {
        locked(() -> uploads.put(id, upload));
    }

    public Optional<Upload> upload(String id) {
        return locked(() -> Optional.ofNullable(uploads.get(id)));
    }

    public void end(String id) {
        locked(() -> uploads.remove(id));
    }

    /// Bills the jobs that have ended and were not billed yet.
    public void bill(Bill bill, Instant now) {
        for (SimulatedJob job : all()) {
            if (locked(() -> job.isToBeBilled(now))) {
                Progress progress = job.progress(job.stage(now));
                for (Charge charge : progress.charges()) {
                    bill.add(job.account().service() + "_batch", charge, Optional.of(job.id()));
                }
            }
        }
    }

    /// Removes everything; the clock stays.
    public void reset() {
        locked(() -> {
            jobs.clear();
            files.clear();
            uploads.clear();
            removed.clear();
            ids.clear();
            return true;
        });
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
