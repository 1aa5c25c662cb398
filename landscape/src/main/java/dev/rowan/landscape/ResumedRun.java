package dev.rowan.landscape;

import dev.rowan.landscape.resume.Recovered;

/// A resumed run. Its new owner writes through `recorder`, under the next epoch, and closes it.
public record ResumedRun(LandscapeRecorder recorder, Recovered recovered) {}
