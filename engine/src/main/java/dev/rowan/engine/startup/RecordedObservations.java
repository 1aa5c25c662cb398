package dev.rowan.engine.startup;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.Observations;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.LogEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Observations as notes of the run, `observation` events with `topic` and `facts`.
///
/// Thread-safe: the latest facts by topic are in a concurrent map, the recorder is set before rows flow.
public final class RecordedObservations implements Observations {
    private static final String NOTE = "observation";
    private static final String TOPIC = "topic";
    private static final String FACTS = "facts";

    /// How many of the latest runs are searched.
    private static final int RUNS = 50;

    private final Time time;
    private final Map<String, Map<String, @Nullable Object>> known = new ConcurrentHashMap<>();
    private volatile Optional<LandscapeRecorder> recorder = Optional.empty();

    RecordedObservations(Time time) {
        this.time = time;
    }

    /// Loads what this run and the latest earlier one of the same name that has observations have recorded.
    public void begin(String runId, String pipeline, LandscapeReader reader, LandscapeRecorder to) {
        reader.runs().newest(RUNS).stream()
                .filter(run -> run.name().equals(pipeline) && !run.runId().equals(runId))
                .map(RunSummary::runId)
                .map(run -> reader.notes().list(run, NOTE))
                .filter(notes -> !notes.isEmpty())
                .findFirst()
                .ifPresent(this::add);
        add(reader.notes().list(runId, NOTE));
        recorder = Optional.of(to);
    }

    private void add(List<Map<String, @Nullable Object>> notes) {
        for (Map<String, @Nullable Object> note : notes) {
            if (note.get(TOPIC) instanceof String topic && note.get(FACTS) instanceof Map<?, ?> facts) {
                var values = new LinkedHashMap<String, @Nullable Object>();
                facts.forEach((name, value) -> values.put(String.valueOf(name), value));
                known.put(topic, values);
            }
        }
    }

    @Override
    public Optional<Map<String, @Nullable Object>> latest(String topic) {
        return Optional.ofNullable(known.get(topic));
    }

    @Override
    public void record(String topic, Map<String, ?> facts) {
        known.put(topic, new LinkedHashMap<>(facts));
        var note = new LinkedHashMap<String, @Nullable Object>();
        note.put(TOPIC, topic);
        note.put(FACTS, new LinkedHashMap<>(facts));
        recorder.ifPresent(to -> to.recordInAnyCase(new LogEntry.RunNoted(NOTE, time.instant(), note)));
    }
}
