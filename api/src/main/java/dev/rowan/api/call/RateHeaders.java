package dev.rowan.api.call;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// Reads [RateHints] from the headers of a reply that arrived at `now`; no wait it gives exceeds `ceiling`.
///
/// Knows `Retry-After` (seconds or a date), `retry-after-ms`, `x-ratelimit-…` (resets such as `6m0s`) and
/// `anthropic-ratelimit-…` (resets as points in time). What cannot be read counts as not said.
public record RateHeaders(Instant now, Duration ceiling) {
    private static final List<String> SUBJECTS = List.of("requests", "tokens");
    private static final List<String> ANTHROPIC_SUBJECTS =
            List.of("requests", "tokens", "input-tokens", "output-tokens");

    public RateHints read(Headers headers) {
        var budgets = new ArrayList<RateHints.Budget>();
        for (String subject : SUBJECTS) {
            budget(headers, "x-ratelimit-%s-" + subject, subject, this::wait).ifPresent(budgets::add);
        }
        for (String subject : ANTHROPIC_SUBJECTS) {
            budget(headers, "anthropic-ratelimit-" + subject + "-%s", subject, this::untilInstant)
                    .ifPresent(budgets::add);
        }
        return new RateHints(retryAfter(headers), budgets);
    }

    private Optional<Duration> retryAfter(Headers headers) {
        return headers.first("retry-after-ms")
                .flatMap(text -> number(text).map(n -> n.movePointLeft(3)))
                .map(this::seconds)
                .or(() -> headers.first("retry-after").flatMap(this::secondsOrDate));
    }

    private Optional<Duration> secondsOrDate(String text) {
        return number(text).map(this::seconds).or(() -> untilDate(text));
    }

    private static Optional<RateHints.Budget> budget(
            Headers headers, String names, String subject, Function<String, Optional<Duration>> resetReader) {
        Optional<Long> limit = count(headers.first(names.formatted("limit")));
        Optional<Long> remaining = count(headers.first(names.formatted("remaining")));
        Optional<Duration> reset = headers.first(names.formatted("reset")).flatMap(resetReader);
        return limit.isEmpty() && remaining.isEmpty() && reset.isEmpty()
                ? Optional.empty()
                : Optional.of(new RateHints.Budget(subject.replace('-', '_'), limit, remaining, reset));
    }

    /// A Go duration or a plain number of seconds.
    private Optional<Duration> wait(String text) {
        return number(text).or(() -> GoDuration.seconds(text)).map(this::seconds);
    }

    private Optional<Duration> untilDate(String text) {
        try {
            return Optional.of(until(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from)));
        } catch (DateTimeParseException _) {
            return untilInstant(text);
        }
    }

    private Optional<Duration> untilInstant(String text) {
        try {
            return Optional.of(until(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from)));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    private Duration until(Instant then) {
        return then.isAfter(now) ? atMostCeiling(Duration.between(now, then)) : Duration.ZERO;
    }

    /// A wait of `n` seconds within zero and the ceiling.
    Duration seconds(BigDecimal n) {
        BigDecimal nanos = n.max(BigDecimal.ZERO).movePointRight(9);
        return nanos.compareTo(BigDecimal.valueOf(ceiling.toNanos())) >= 0
                ? ceiling
                : Duration.ofNanos(nanos.longValue());
    }

    private Duration atMostCeiling(Duration wait) {
        return wait.compareTo(ceiling) > 0 ? ceiling : wait;
    }

    private static Optional<Long> count(Optional<String> text) {
        return text.flatMap(RateHeaders::number)
                .filter(n -> n.signum() >= 0 && n.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0)
                .map(BigDecimal::longValue);
    }

    /// A plain decimal number; exponents and long texts are no counts of anything.
    static Optional<BigDecimal> number(String text) {
        boolean plain = !text.isEmpty()
                && text.length() <= 30
                && text.chars().allMatch(c -> (c >= '0' && c <= '9') || c == '.' || c == '-');
        try {
            return plain ? Optional.of(new BigDecimal(text)) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// The advice of a `google.rpc.RetryInfo`, such as `31s` or `0.5s`.
    public Optional<Duration> retryDelay(String text) {
        return wait(text.toLowerCase(Locale.ROOT));
    }
}
