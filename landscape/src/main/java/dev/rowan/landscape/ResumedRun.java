package dev.rowan.landscape;

import dev.rowan.landscape.resume.Recovered;

/// A run that was taken over: who goes on with it writes through `recorder`, under the next epoch, and closes it.
public record ResumedRun(LandscapeRecorder recorder, Recovered recovered) {}
