package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.landscape.LandscapeRecorder;

/// What the threads of one run share, each piece safe by itself. `toldRun` is the run that rows are told they
/// are of: this one, or the one it repeats.
record RunComponents(
        String runId,
        String toldRun,
        LandscapeRecorder recorder,
        Window window,
        OrderedRelease leaving,
        StopSignal stop,
        RunProgress progress,
        RejectionSeries rejections,
        RunEventPublisher events,
        Time time) {}
