package dev.rowan.engine.release;

import dev.rowan.api.Time;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.LandscapeRecorder;

/// What the threads of one run share, each piece safe by itself. `reportedRunId` is the run that rows are told they
/// are of: this one, or the one it repeats.
public record RunComponents(
        String runId,
        String reportedRunId,
        LandscapeRecorder recorder,
        OrderedRelease release,
        StopSignal stop,
        RunProgress progress,
        RejectionSeries rejections,
        RunEventPublisher events,
        Time time) {}
