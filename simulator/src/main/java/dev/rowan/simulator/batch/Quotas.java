package dev.rowan.simulator.batch;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;
import java.time.Duration;
import java.util.Optional;

/// Quotas of a key. Default: what the provider documents, if anything.
public record Quotas(
        Optional<Long> enqueuedTokens,
        boolean failFast,
        Optional<Long> createsPerHour,
        Optional<Long> maxJobs,
        Optional<Long> queuedRequests,
        Optional<Long> minRequests,
        Optional<Long> maxRequests,
        Optional<Long> maxBytes,
        Duration held) {

    static final Option<Long> ENQUEUED_TOKENS = Option.integer("enqueued_tokens", 1)
            .optional()
            .describedAs("prompt tokens of a model that a key may have in jobs that have not ended");
    static final Option<Boolean> FAIL_FAST = Option.bool("fail_fast")
            .orElse(false)
            .describedAs("whether too many tokens are refused at once, and not after the input was checked");
    static final Option<Long> CREATES_PER_HOUR =
            Option.integer("creates_per_hour", 1).optional().describedAs("jobs that a key may create in an hour");
    static final Option<Long> MAX_JOBS =
            Option.integer("max_jobs", 1).optional().describedAs("jobs that a key may have that have not ended");
    static final Option<Long> QUEUED_REQUESTS = Option.integer("queued_requests", 1)
            .optional()
            .describedAs("rows that a key may have in jobs that have not ended");
    static final Option<Long> MIN_REQUESTS =
            Option.integer("min_requests", 1).optional().describedAs("rows that a job of Bedrock must have");
    static final Option<Long> MAX_REQUESTS =
            Option.integer("max_requests", 1).optional().describedAs("rows that a job may have");
    static final Option<Long> MAX_BYTES =
            Option.bytes("max_bytes").optional().describedAs("bytes that an input may have");
    static final Option<Duration> HELD = Option.durationOrZero("quota_held")
            .orElse(Duration.ZERO)
            .describedAs("how long a job that has ended still counts as waiting");

    static final Quotas DEFAULT = new Quotas(
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Duration.ZERO);

    static Quotas read(Section section) {
        return new Quotas(
                section.find(ENQUEUED_TOKENS),
                section.get(FAIL_FAST),
                section.find(CREATES_PER_HOUR),
                section.find(MAX_JOBS),
                section.find(QUEUED_REQUESTS),
                section.find(MIN_REQUESTS),
                section.find(MAX_REQUESTS),
                section.find(MAX_BYTES),
                section.get(HELD));
    }
}
