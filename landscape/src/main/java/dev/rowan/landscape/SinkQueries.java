package dev.rowan.landscape;

import dev.rowan.api.plugin.Sink;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Queries about the sinks of runs.
public interface SinkQueries {

    /// The last recorded mark of each sink; a sink that was never opened has none.
    Map<String, Sink.Mark> marks(String runId);

    /// The row whose token was the `position`th, from 1, that was released to the sink.
    Optional<Long> rowAt(String runId, String sink, long position);

    /// A later run with the same output: what it wrote follows what this one wrote.
    Optional<String> laterWriter(String runId, String target);

    /// The outputs of unfinished runs, the oldest run first.
    List<SinkHold> holds();
}
