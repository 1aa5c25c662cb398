package dev.rowan.engine.batch;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.stop.RunStopper;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What the batch services of a run work with. `wire` takes secrets out of what comes back and knows the
/// points of failure; `readers` opens a reader for the thread that asks; `artifacts` is the folder of the
/// run's files. `downTimeout` is how long a service may be out of reach. `counted` takes each end of an attempt that
/// is on record.
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
        Consumer<LogEntry.CallEnded> counted) {
    private static final Duration USUAL_DOWN_TIMEOUT = Duration.ofMinutes(10);

    /// The same with nobody who is told of attempts and no stop for rows that are rejected alike.
    public BatchContext(
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
            BatchOptions request) {
        this(
                runId,
                recorder,
                readers,
                wire,
                redaction,
                budget,
                stop,
                time,
                random,
                artifacts,
                faults,
                deadline,
                policy,
                request,
                USUAL_DOWN_TIMEOUT,
                new RejectionSeries(OptionalInt.empty(), 0, stop),
                RunEventPublisher.to(RunEventListener.NONE),
                _ -> {});
    }
}
