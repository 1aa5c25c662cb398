package dev.rowan.landscape.verify;

import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.fold.SinkMarks;
import dev.rowan.landscape.verify.VerifyReport.SinkState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The state of a run by the rare events read so far. Owned by one thread.
final class RunState {
    private String name = "";
    private Optional<String> status = Optional.empty();
    private final Map<String, SinkState> sinks = new LinkedHashMap<>();

    void started(Map<String, @Nullable Object> facts) {
        name = String.valueOf(facts.get("name"));
    }

    void resumed() {
        status = Optional.empty();
    }

    void ended(Map<String, @Nullable Object> facts) {
        status = Optional.of(String.valueOf(facts.get("status")));
    }

    void declared(Map<String, @Nullable Object> facts) {
        String sink = String.valueOf(facts.get("name"));
        Optional<String> target =
                Optional.ofNullable(facts.get("target")).map(String::valueOf).filter(file -> !file.isEmpty());
        sinks.merge(
                sink,
                new SinkState(sink, String.valueOf(facts.get("plugin")), target, Optional.empty()),
                (before, now) -> new SinkState(sink, now.plugin(), now.target(), before.mark()));
    }

    void synced(Map<String, @Nullable Object> facts) {
        String sink = String.valueOf(facts.get("sink"));
        Sink.Mark mark = SinkMarks.mark(facts);
        sinks.compute(
                sink,
                (_, before) -> before == null
                        ? new SinkState(sink, "", Optional.empty(), Optional.of(mark))
                        : new SinkState(sink, before.plugin(), before.target(), Optional.of(mark)));
    }

    String name() {
        return name;
    }

    /// The status of the run's end, unless it was resumed after it.
    Optional<String> status() {
        return status;
    }

    Optional<Sink.Mark> mark(String sink) {
        return Optional.ofNullable(sinks.get(sink)).flatMap(SinkState::mark);
    }

    List<SinkState> sinks() {
        return List.copyOf(sinks.values());
    }
}
