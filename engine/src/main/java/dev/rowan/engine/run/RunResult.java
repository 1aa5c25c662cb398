package dev.rowan.engine.run;

import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.record.RunEnd;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The result of a run, with its counts, the marks of its sinks and the seal of its record. `simulated` means that
/// it called the built-in simulator.
public record RunResult(
        String runId,
        String name,
        RunEnd.Status status,
        Optional<String> why,
        RunProgress.Snapshot counts,
        Duration took,
        int peakInFlight,
        Map<String, Sink.Mark> sinks,
        Head head,
        boolean simulated) {}
