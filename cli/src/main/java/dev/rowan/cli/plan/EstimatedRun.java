package dev.rowan.cli.plan;

import dev.rowan.cli.calibrate.CascadeAdvice;
import dev.rowan.engine.plan.Forecast;
import java.time.Duration;
import java.util.List;

/// A forecast with its assumptions and findings.
record EstimatedRun(
        String name,
        Forecast forecast,
        Duration latency,
        boolean simulated,
        List<String> missing,
        List<CascadeAdvice> cascades) {}
