package dev.rowan.engine.batch;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.stop.RunStopper;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The shared context of a run's batch services. `wire` redacts replies and has fault injection points;
/// `readers` opens a reader for the calling thread; `artifacts` is the directory of the run's files.
/// `downTimeout` is how long a service may be unreachable. `counted` receives each recorded end of an attempt.
public record BatchContext(
        String runId,
        LandscapeRecorder recorder,
        Supplier<LandscapeReader> readers,
        Wire wire,
        Redaction redaction,
        Budget budget,
        RunStopper stop,
        Time time,
        RandomGenerator random,
        Path artifacts,
        Faults faults,
        Optional<Instant> deadline,
        AutoPolicy policy,
        BatchOptions request,
        Duration downTimeout,
        RejectionSeries rejections,
        RunEventPublisher events,
        Consumer<LogEntry.CallEnded> counted) {}
