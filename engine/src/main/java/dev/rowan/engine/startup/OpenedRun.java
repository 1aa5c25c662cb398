package dev.rowan.engine.startup;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.feed.RowFeed;
import dev.rowan.landscape.LandscapeRecorder;
import java.util.Map;

/// A run whose record is open.
///
/// @param recorder where it writes
/// @param feed where its rows come from
/// @param marks where an earlier process of the run left its sinks
/// @param existing what sinks without a mark do with output that exists
/// @param batches whether rows may wait for batch jobs
/// @param history what earlier processes and runs did
public record OpenedRun(
        LandscapeRecorder recorder,
        RowFeed feed,
        Map<String, Sink.Mark> marks,
        Sink.Existing existing,
        boolean batches,
        RunHistory history) {
    public OpenedRun {
        marks = Map.copyOf(marks);
    }

    OpenedRun with(RunHistory other) {
        return new OpenedRun(recorder, feed, marks, existing, batches, other);
    }
}
