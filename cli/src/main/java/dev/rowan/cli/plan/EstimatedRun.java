package dev.rowan.cli.plan;

import dev.rowan.engine.plan.Forecast;
import java.time.Duration;
import java.util.List;

/// The forecast of a pipeline with what was assumed and found out beside it.
record EstimatedRun(String name, Forecast forecast, Duration latency, boolean simulated, List<String> missing) {}
