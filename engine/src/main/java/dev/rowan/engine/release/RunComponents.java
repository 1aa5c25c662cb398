package dev.rowan.engine.release;

import dev.rowan.api.Time;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.LandscapeRecorder;

/// What the threads of one run share; each component is thread-safe. `reportedRunId` is the run id that rows see:
/// this run's, or that of the run it replays. With `onlyChanged`, rows without a new answer are not written.
public record RunComponents(
        String runId,
        String reportedRunId,
        LandscapeRecorder recorder,
        OrderedRelease release,
        DerivedRows derived,
        StopSignal stop,
        RunProgress progress,
        RejectionSeries rejections,
        RunEventPublisher events,
        Time time,
        boolean onlyChanged) {}
