package dev.rowan.engine.report;

import dev.rowan.engine.call.AnswerModels;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.record.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Reads the history of one run incrementally: each call reads only the new notes. The samples of long runs are
/// thinned out, so that memory stays bounded.
///
/// Shared state, guarded by `lock`, which is held while the landscape is read, so that two pages do not read the same
/// notes.
public final class HistoryReader {
    private static final String LIMIT_CHANGED = "limit_changed";
    private static final String TUNED = "tuned";
    private static final String POOL_STATISTICS = "pool_statistics";
    private static final String BATCH_METRICS = "batch_metrics";

    /// Every other sample is dropped above this number; charts need no more.
    private static final int MAX_SAMPLES = 1_200;

    private static final int MAX_CHANGES = 1_000;
    private static final Set<String> NOTES =
            Set.of(Sample.NOTE, LIMIT_CHANGED, TUNED, POOL_STATISTICS, BATCH_METRICS, AnswerModels.NOTE);

    /// A longer gap between two samples means that the run was stopped in between.
    private static final Duration MAX_GAP = Duration.ofSeconds(60);

    private final String run;
    private final Instant started;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<RunSample> samples = new ArrayList<>();
    private final List<LimitChange> limits = new ArrayList<>();
    private final List<AppliedChange> changes = new ArrayList<>();
    private final List<NoteFacts> pools = new ArrayList<>();
    private final Map<String, ModelDifference> models = new LinkedHashMap<>();
    private final Map<String, NoteFacts> batchMetrics = new LinkedHashMap<>();
    private long after;
    private long allLimits;
    private Instant lastAt;
    private double runSeconds;

    public HistoryReader(String run, Instant started) {
        this.run = run;
        this.started = started;
        this.lastAt = started;
    }

    /// The history so far.
    public RecordedHistory read(LandscapeReader reader) {
        lock.lock();
        try {
            reader.notes().after(run, after, NOTES).forEach(this::add);
            return new RecordedHistory(
                    samples,
                    limits,
                    allLimits,
                    changes,
                    pools,
                    List.copyOf(batchMetrics.values()),
                    List.copyOf(models.values()));
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
                        runSecondsAt(note.at()),
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
            case AnswerModels.NOTE -> models.put(facts.text("node").orElse("?"), ModelDifference.of(facts));
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
        boolean resumed = isResumed(note.at());
        runSeconds = runSecondsAt(note.at());
        lastAt = note.at();
        samples.add(new RunSample(note.at(), runSeconds, resumed && !samples.isEmpty(), sample));
        if (samples.size() > MAX_SAMPLES) {
            var half = new ArrayList<RunSample>();
            for (int i = 0; i < samples.size(); i++) {
                if (i % 2 == 0 || i == samples.size() - 1 || samples.get(i).resumed()) {
                    half.add(samples.get(i));
                }
            }
            samples.clear();
            samples.addAll(half);
        }
    }

    private boolean isResumed(Instant at) {
        return !lastAt.equals(started) && Duration.between(lastAt, at).compareTo(MAX_GAP) > 0;
    }

    /// How long the run had been running at that time.
    private double runSecondsAt(Instant at) {
        return isResumed(at)
                ? runSeconds
                : runSeconds + Math.max(0, Duration.between(lastAt, at).toNanos() / 1e9);
    }

    private static void shorten(List<?> list) {
        if (list.size() > MAX_CHANGES) {
            list.subList(0, list.size() - MAX_CHANGES).clear();
        }
    }
}
