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

/// How the calls of a transform are sent: `mode` and the section `batch`. Empty values default to the provider's
/// limits. `timeout` is how long a job may take before it is cancelled and its finished results are collected.
/// `canary` sends one row in realtime before the first job. `priority` orders queued jobs, highest first.
public record BatchSettings(
        Mode mode,
        Optional<Duration> pollInterval,
        Duration pollMax,
        Optional<Duration> timeout,
        OptionalInt minRequests,
        OptionalInt maxRequests,
        OptionalLong maxBytes,
        OptionalLong maxEnqueuedTokens,
        OptionalInt maxJobs,
        int priority,
        Fallback fallback,
        OnInterrupt onInterrupt,
        boolean canary) {

    private static final Duration USUAL_POLL_MAX = Duration.ofMinutes(10);

    /// The default: realtime calls.
    public static final BatchSettings REALTIME = new BatchSettings(
            Mode.REALTIME,
            Optional.empty(),
            USUAL_POLL_MAX,
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            0,
            Fallback.NONE,
            OnInterrupt.KEEP,
            false);

    /// How calls are sent.
    public enum Mode {
        REALTIME,
        /// All through the batch service.
        BATCH,
        /// By price and deadline: some in realtime first, most through the batch service, and those it does not
        /// finish in time in realtime.
        AUTO
    }

    /// What to do if the provider has no batch service.
    public enum Fallback {
        NONE,
        REALTIME
    }

    /// What happens to jobs when the run is interrupted.
    public enum OnInterrupt {
        KEEP,
        CANCEL
    }

    private static final Option<Duration> POLL_INTERVAL = Option.duration("poll_interval")
            .optional()
            .describedAs("initial poll interval of a job; default: the provider's");
    private static final Option<Duration> POLL_MAX = Option.duration("poll_max")
            .orElse(USUAL_POLL_MAX)
            .describedAs("maximum poll interval of a job; the interval grows up to this");
    private static final Option<Duration> TIMEOUT = Option.duration("timeout")
            .optional()
            .describedAs(
                    "how long a job may take before it is cancelled and its finished results are collected; default:"
                            + " the provider's");
    private static final Option<Long> MIN_REQUESTS = Option.integer("min_requests", 1, Integer.MAX_VALUE)
            .optional()
            .describedAs(
                    "minimum number of requests in a job; fewer are sent in realtime; default: the provider's minimum");
    private static final Option<Long> MAX_REQUESTS = Option.integer("max_requests", 1, Integer.MAX_VALUE)
            .optional()
            .describedAs("maximum requests per job; default: the provider's limit");
    private static final Option<Long> MAX_BYTES = Option.bytes("max_bytes")
            .optional()
            .describedAs("maximum bytes of a job's request file; default: the provider's limit");
    private static final Option<Long> MAX_ENQUEUED_TOKENS = Option.integer("max_enqueued_tokens", 1)
            .optional()
            .describedAs("maximum tokens enqueued at the provider, if the limit is known");
    private static final Option<Long> MAX_JOBS = Option.integer("max_jobs", 1, Integer.MAX_VALUE)
            .optional()
            .describedAs("maximum concurrent jobs at the provider; default: the provider's limit");
    private static final Option<Long> PRIORITY =
            Option.integer("priority", -1_000, 1_000).orElse(0L).describedAs("priority of queued jobs, highest first");
    private static final Option<Fallback> FALLBACK = Option.choice("fallback", Fallback.class)
            .orElse(Fallback.NONE)
            .describedAs(
                    "what to do if the provider has no batch service: reject the pipeline, or send calls in realtime");
    private static final Option<OnInterrupt> ON_INTERRUPT = Option.choice("on_interrupt", OnInterrupt.class)
            .orElse(OnInterrupt.KEEP)
            .describedAs("what happens to jobs when the run is interrupted: they keep running, or are cancelled");
    private static final Option<Boolean> CANARY =
            Option.bool("canary").orElse(false).describedAs("whether one row is sent in realtime before the first job");

    private static final Option<Mode> MODE = Option.choice("mode", Mode.class)
            .orElse(Mode.REALTIME)
            .describedAs("how calls are sent: realtime; batch, through the provider's batch service at its lower price;"
                    + " auto, by price and run.deadline");
    private static final Option<ConfigNode> BATCH = Option.nested(
                    "batch",
                    Options.of(
                            POLL_INTERVAL,
                            POLL_MAX,
                            TIMEOUT,
                            MIN_REQUESTS,
                            MAX_REQUESTS,
                            MAX_BYTES,
                            MAX_ENQUEUED_TOKENS,
                            MAX_JOBS,
                            PRIORITY,
                            FALLBACK,
                            ON_INTERRUPT,
                            CANARY))
            .optional()
            .describedAs("settings of the batch service, with mode batch or auto");

    static final Options OPTIONS = Options.of(MODE, BATCH);

    /// Reads the settings of a transform whose batch service has the limits `terms`, if any, and rejects it
    /// because of `obstacle`, if any. `provider` is its name in problems; `hasDeadline` is whether the run has
    /// one.
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
                options.problem(BATCH, "must be omitted with mode: realtime; set mode: batch or mode: auto to use it");
            }
            return settings;
        }
        if (mode == Mode.AUTO && !hasDeadline) {
            options.problem(
                    MODE, "auto requires run.deadline, which decides what to send in realtime; set it, or mode: batch");
        }
        if (mode == Mode.AUTO && terms.filter(limits -> !limits.cancellable()).isPresent()) {
            options.problem(
                    MODE,
                    "auto cancels batches that are late, and %s deletes the results of a cancelled batch; set mode: batch"
                                    .formatted(provider)
                            + " or mode: realtime");
        }
        if (terms.isEmpty() && obstacle.isPresent() && settings.fallback == Fallback.NONE) {
            options.problem(MODE, obstacle.get());
        } else if (terms.isEmpty() && settings.fallback == Fallback.NONE) {
            options.problem(
                    MODE,
                    "%s requires a batch service, and %s has none; set mode: realtime, or batch: {fallback: realtime}"
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
                REALTIME.minRequests,
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
                small(section.find(MIN_REQUESTS)),
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
            int fewest = minRequests.orElse(limits.minRequests());
            int most = maxRequests.orElse(limits.maxRequests());
            if (fewest > most) {
                section.problem(
                        maxRequests.isPresent() ? MAX_REQUESTS : MIN_REQUESTS,
                        "must allow jobs: a job has at least %d requests (min_requests) and at most %d (max_requests)"
                                .formatted(fewest, most));
            }
            if (maxRequests.isPresent() && maxRequests.getAsInt() > limits.maxRequests()) {
                section.problem(
                        MAX_REQUESTS,
                        "must be at most %d, the limit of %s per job, got %d"
                                .formatted(limits.maxRequests(), limits.provider(), maxRequests.getAsInt()));
            }
            if (maxBytes.isPresent() && maxBytes.getAsLong() > limits.maxBytes()) {
                section.problem(
                        MAX_BYTES,
                        "must be at most %d bytes, the limit of %s per job, got %d"
                                .formatted(limits.maxBytes(), limits.provider(), maxBytes.getAsLong()));
            }
        });
    }
}
