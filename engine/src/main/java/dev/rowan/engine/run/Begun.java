package dev.rowan.engine.run;

import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import dev.rowan.landscape.LandscapeRecorder;
import java.util.Map;

/// A run whose record is open: where it writes, where its rows come from, and what was there before.
///
/// `marks` are those of sinks that go on where an earlier process left them; the others may do with output that is
/// there what `existing` says. `spent` is the most that calls before can have cost, `generation` how often the rows
/// went through before in other runs.
record Begun(
        LandscapeRecorder recorder,
        RowFeed feed,
        Map<String, Sink.Mark> marks,
        Sink.Existing existing,
        Usd spent,
        int generation) {}
