package dev.rowan.web.run;

import dev.rowan.landscape.record.Sample;
import java.time.Instant;

/// A sample of a run: `worked` is how many seconds the run had worked by then, without the times when nobody
/// worked on it; `resumed` says that such a time lies before it.
public record ChartSample(long event, Instant at, double worked, boolean resumed, Sample sample) {}
