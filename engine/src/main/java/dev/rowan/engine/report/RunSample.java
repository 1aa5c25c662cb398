package dev.rowan.engine.report;

import dev.rowan.landscape.record.Sample;
import java.time.Instant;

/// A recorded sample of a run. `runSeconds` is the run time so far, without the time between a stop and a resume;
/// `resumed` marks the first sample after such a gap.
public record RunSample(Instant at, double runSeconds, boolean resumed, Sample sample) {}
