package dev.rowan.landscape.resume;

import dev.rowan.landscape.LandscapeRecorder;

/// A run that was taken over: who goes on with it writes through `recorder`, under the next epoch, and closes it.
public record ResumedRun(LandscapeRecorder recorder, Recovered recovered) {}
