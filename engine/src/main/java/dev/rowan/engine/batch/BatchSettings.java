package dev.rowan.engine.batch;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// How the calls of a transform go out: `mode` and the section `batch`. What is empty is as the provider's
/// terms say.
///
/// `timeout` is how long a job may take before it is cancelled and what it has finished is collected.
/// `canary` asks one row in real time before the first job. `priority` orders jobs that wait for room, the
/// highest first.
public record BatchSettings(
        Mode mode,
        Optional<Duration> pollInterval,
        Duration pollMax,
        Optional<Duration> timeout,
        OptionalInt maxRequests,
        OptionalLong maxBytes,
        OptionalLong maxEnqueuedTokens,
        OptionalInt maxJobs,
        int priority,
        Fallback fallback,
        OnInterrupt onInterrupt,
        boolean canary) {

    /// Calls in real time, as without a word in the settings.
    public static final BatchSettings REALTIME = new BatchSettings(
            Mode.REALTIME,
            Optional.empty(),
            Duration.ofMinutes(10),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            0,
            Fallback.NONE,
            OnInterrupt.KEEP,
            false);

    /// How calls go out.
    public enum Mode {
        REALTIME,
        /// All by the batch service.
        BATCH,
        /// By price and deadline: some in real time first, most by the batch service, what it does not finish
        /// in time in real time.
        AUTO
    }

    /// What to do where the provider has no batch service.
    public enum Fallback {
        NONE,
        REALTIME
    }

    /// What becomes of jobs when the run is interrupted.
    public enum OnInterrupt {
        KEEP,
        CANCEL
    }
}
