package dev.rowan.web.run;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.control.AppliedChange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// What one run has told, followed: each time only what is new is asked for. Long runs are thinned, so that
/// it stays small.
///
/// Shared state, guarded by `lock`, which is held while the landscape is asked, so that two pages do not ask
/// twice.
final class RunHistory {
    static final String LIMIT_CHANGED = "limit_changed";
    static final String TUNED = "tuned";
    static final String POOL_STATISTICS = "pool_statistics";
    static final String BATCH_METRICS = "batch_metrics";

    /// More samples than that are halved; charts need no more.
    static final int MOST_MOMENTS = 1_200;

    private static final int MOST_CHANGES = 1_000;
    private static final Set<String> NOTES = Set.of(Sample.NOTE, LIMIT_CHANGED, TUNED, POOL_STATISTICS, BATCH_METRICS);

    /// Between two samples of a run that works there is less time than that.
    private static final Duration AWAY = Duration.ofSeconds(60);

    private final String run;
    private final Instant started;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<ChartSample> moments = new ArrayList<>();
    private final List<LimitChange> limits = new ArrayList<>();
    private final List<AppliedChange> changes = new ArrayList<>();
    private final List<NoteFacts> pools = new ArrayList<>();
    private final Map<String, NoteFacts> batchMetrics = new LinkedHashMap<>();
    private long after;
    private long allLimits;
    private Instant lastAt;
    private double worked;

    RunHistory(String run, Instant started) {
        this.run = run;
        this.started = started;
        this.lastAt = started;
    }

    /// What is known, after asking for what is new.
    RecordedHistory follow(LandscapeReader reader) {
        lock.lock();
        try {
            reader.notes().after(run, after, NOTES).forEach(this::add);
            return new RecordedHistory(moments, limits, allLimits, changes, pools, List.copyOf(batchMetrics.values()));
        } finally {
            lock.unlock();
        }
    }

    private void add(Note note) {
        after = Math.max(after, note.event());
        var facts = new NoteFacts(note.facts());
        switch (note.type()) {
            case Sample.NOTE -> add(note, Sample.of(note.facts()));
            case LIMIT_CHANGED ->
                add(new LimitChange(
                        note.at(),
                        workedAt(note.at()),
                        facts.text("service").orElse("?"),
                        facts.number("from"),
                        facts.number("to"),
                        facts.text("why").orElse("no reason given")));
            case TUNED ->
                changes.add(new AppliedChange(
                        note.at(),
                        facts.text("order").orElse("?"),
                        facts.text("operator").orElse("?"),
                        facts.text("node"),
                        facts.text("from"),
                        facts.text("to")));
            case BATCH_METRICS -> batchMetrics.put(facts.text("node").orElse("?"), facts);
            default -> pools.add(facts);
        }
        shorten(changes);
    }

    private void add(LimitChange change) {
        allLimits++;
        limits.add(change);
        shorten(limits);
    }

    private void add(Note note, Sample sample) {
        boolean resumed = isAway(note.at());
        worked = workedAt(note.at());
        lastAt = note.at();
        moments.add(new ChartSample(note.event(), note.at(), worked, resumed && !moments.isEmpty(), sample));
        if (moments.size() > MOST_MOMENTS) {
            var half = new ArrayList<ChartSample>();
            for (int i = 0; i < moments.size(); i++) {
                if (i % 2 == 0 || i == moments.size() - 1 || moments.get(i).resumed()) {
                    half.add(moments.get(i));
                }
            }
            moments.clear();
            moments.addAll(half);
        }
    }

    private boolean isAway(Instant at) {
        return !lastAt.equals(started) && Duration.between(lastAt, at).compareTo(AWAY) > 0;
    }

    /// How long the run had worked at that time, by what was told before.
    private double workedAt(Instant at) {
        return isAway(at)
                ? worked
                : worked + Math.max(0, Duration.between(lastAt, at).toNanos() / 1e9);
    }

    private static void shorten(List<?> list) {
        if (list.size() > MOST_CHANGES) {
            list.subList(0, list.size() - MOST_CHANGES).clear();
        }
    }
}
