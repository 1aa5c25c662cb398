package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.landscape.LandscapeRecorder;

/// What the threads of one run share, each piece safe by itself.
record RunParts(
        String runId,
        LandscapeRecorder recorder,
        Window window,
        Leaving leaving,
        StopSignal stop,
        RunProgress progress,
        Time time) {}
