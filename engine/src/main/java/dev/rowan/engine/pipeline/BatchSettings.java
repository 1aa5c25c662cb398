package dev.rowan.engine.pipeline;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
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

    private static final Duration USUAL_POLL_MAX = Duration.ofMinutes(10);

    /// Calls in real time, as without a word in the settings.
    public static final BatchSettings REALTIME = new BatchSettings(
            Mode.REALTIME,
            Optional.empty(),
            USUAL_POLL_MAX,
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

    private static final Option<Duration> POLL_INTERVAL = Option.duration("poll_interval")
            .optional()
            .describedAs("the wait between two questions after a job, at first; the provider's when absent");
    private static final Option<Duration> POLL_MAX = Option.duration("poll_max")
            .orElse(USUAL_POLL_MAX)
            .describedAs("the longest wait between two questions after a job; it grows up to this");
    private static final Option<Duration> TIMEOUT = Option.duration("timeout")
            .optional()
            .describedAs("how long a job may take before it is cancelled and what it has finished is collected; the"
                    + " provider's when absent");
    private static final Option<Long> MAX_REQUESTS = Option.integer("max_requests", 1, Integer.MAX_VALUE)
            .optional()
            .describedAs("the most requests in one job; the provider's limit when absent");
    private static final Option<Long> MAX_BYTES = Option.bytes("max_bytes")
            .optional()
            .describedAs("the most bytes in one job's request file; the provider's limit when absent");
    private static final Option<Long> MAX_ENQUEUED_TOKENS = Option.integer("max_enqueued_tokens", 1)
            .optional()
            .describedAs("the most tokens that wait at the provider at once, where the limit is known");
    private static final Option<Long> MAX_JOBS = Option.integer("max_jobs", 1, Integer.MAX_VALUE)
            .optional()
            .describedAs("the most jobs at the provider at once; the provider's limit when absent");
    private static final Option<Long> PRIORITY = Option.integer("priority", -1_000, 1_000)
            .orElse(0L)
            .describedAs("which jobs go first while there is no room for all: the highest");
    private static final Option<Fallback> FALLBACK = Option.choice("fallback", Fallback.class)
            .orElse(Fallback.NONE)
            .describedAs(
                    "what to do where the provider has no batch service: refuse the pipeline, or call in real time");
    private static final Option<OnInterrupt> ON_INTERRUPT = Option.choice("on_interrupt", OnInterrupt.class)
            .orElse(OnInterrupt.KEEP)
            .describedAs("what becomes of jobs when the run is interrupted: they go on, or are cancelled");
    private static final Option<Boolean> CANARY = Option.bool("canary")
            .orElse(false)
            .describedAs("whether one row is asked in real time before the first job");

    private static final Option<Mode> MODE = Option.choice("mode", Mode.class)
            .orElse(Mode.REALTIME)
            .describedAs("how calls go out: realtime; batch, by the provider's batch service at its lower price; auto,"
                    + " by price and run.deadline");
    private static final Option<ConfigNode> BATCH = Option.nested(
                    "batch",
                    Options.of(
                            POLL_INTERVAL,
                            POLL_MAX,
                            TIMEOUT,
                            MAX_REQUESTS,
                            MAX_BYTES,
                            MAX_ENQUEUED_TOKENS,
                            MAX_JOBS,
                            PRIORITY,
                            FALLBACK,
                            ON_INTERRUPT,
                            CANARY))
            .optional()
            .describedAs("how the batch service is used, with mode batch or auto");

    static final Options OPTIONS = Options.of(MODE, BATCH);

    /// Reads the settings of a transform whose batch service has `terms`, if it has one, and would refuse it
    /// for the `obstacle`. `provider` names it in problems; `hasDeadline` says that the run has one.
    static BatchSettings from(
            Section options,
            Optional<BatchLimits> terms,
            Optional<String> obstacle,
            String provider,
            boolean hasDeadline) {
        Mode mode = options.get(MODE);
        Optional<Section> keys = options.section(BATCH);
        BatchSettings settings = keys.map(section -> from(mode, section)).orElseGet(() -> from(mode));
        if (mode == Mode.REALTIME) {
            if (keys.isPresent()) {
                options.problem(BATCH, "must be left out with mode: realtime; set mode: batch or mode: auto to use it");
            }
            return settings;
        }
        if (mode == Mode.AUTO && !hasDeadline) {
            options.problem(
                    MODE,
                    "auto needs run.deadline, by which it decides what to send in real time; set it, or mode: batch");
        }
        if (terms.isEmpty() && settings.fallback == Fallback.NONE) {
            options.problem(
                    MODE,
                    "%s needs a batch service, and %s has none; set mode: realtime, or batch: {fallback: realtime}"
                            .formatted(mode.name().toLowerCase(Locale.ROOT), provider));
        }
        obstacle.filter(_ -> terms.isPresent()).ifPresent(why -> options.problem(MODE, why));
        keys.ifPresent(section -> settings.check(section, terms));
        return settings;
    }

    private static BatchSettings from(Mode mode) {
        return new BatchSettings(
                mode,
                REALTIME.pollInterval,
                REALTIME.pollMax,
                REALTIME.timeout,
                REALTIME.maxRequests,
                REALTIME.maxBytes,
                REALTIME.maxEnqueuedTokens,
                REALTIME.maxJobs,
                REALTIME.priority,
                REALTIME.fallback,
                REALTIME.onInterrupt,
                REALTIME.canary);
    }

    private static BatchSettings from(Mode mode, Section section) {
        return new BatchSettings(
                mode,
                section.find(POLL_INTERVAL),
                section.get(POLL_MAX),
                section.find(TIMEOUT),
                small(section.find(MAX_REQUESTS)),
                large(section.find(MAX_BYTES)),
                large(section.find(MAX_ENQUEUED_TOKENS)),
                small(section.find(MAX_JOBS)),
                section.get(PRIORITY).intValue(),
                section.get(FALLBACK),
                section.get(ON_INTERRUPT),
                section.get(CANARY));
    }

    private static OptionalInt small(Optional<Long> number) {
        return number.map(n -> OptionalInt.of(n.intValue())).orElse(OptionalInt.empty());
    }

    private static OptionalLong large(Optional<Long> number) {
        return number.map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private void check(Section section, Optional<BatchLimits> terms) {
        Map.of(POLL_INTERVAL, pollInterval, POLL_MAX, Optional.of(pollMax), TIMEOUT, timeout)
                .forEach((key, given) -> {
                    if (given.isPresent() && !given.get().isPositive()) {
                        section.problem(key, "must be longer than 0s");
                    }
                });
        if (pollInterval.isPresent() && pollInterval.get().compareTo(pollMax) > 0) {
            section.problem(POLL_INTERVAL, "must not be longer than poll_max");
        }
        if (maxBytes.isPresent() && maxBytes.getAsLong() == 0) {
            section.problem(MAX_BYTES, "must be at least 1, got 0");
        }
        terms.ifPresent(limits -> {
            if (maxRequests.isPresent() && maxRequests.getAsInt() > limits.maxRequests()) {
                section.problem(
                        MAX_REQUESTS,
                        "must be at most %d, which %s takes in one job, got %d"
                                .formatted(limits.maxRequests(), limits.provider(), maxRequests.getAsInt()));
            }
            if (maxBytes.isPresent() && maxBytes.getAsLong() > limits.maxBytes()) {
                section.problem(
                        MAX_BYTES,
                        "must be at most %d bytes, which %s takes in one job, got %d"
                                .formatted(limits.maxBytes(), limits.provider(), maxBytes.getAsLong()));
            }
        });
    }
}
