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
import java.util.stream.Stream;

/// Reads [RateHints] from the headers of a reply that arrived at `now`; waits are capped at `ceiling`.
///
/// Knows `Retry-After` (seconds or a date), `retry-after-ms`, `x-ratelimit-…` (resets such as `6m0s`) and
/// `anthropic-ratelimit-…` (resets as timestamps). Unreadable values are ignored.
public record RateHeaders(Instant now, Duration ceiling) {
    private static final String USUAL_PREFIX = "x-ratelimit-";
    private static final String ANTHROPIC_PREFIX = "anthropic-ratelimit-";
    private static final List<Names> USUAL =
            Stream.of("requests", "tokens").map(Names::usual).toList();
    private static final List<Names> ANTHROPIC = Stream.of("requests", "tokens", "input-tokens", "output-tokens")
            .map(Names::anthropic)
            .toList();

    /// The header names of one budget.
    private record Names(String subject, String limit, String remaining, String reset) {
        static Names usual(String subject) {
            return of(subject, USUAL_PREFIX + "%s-" + subject);
        }

        static Names anthropic(String subject) {
            return of(subject, ANTHROPIC_PREFIX + subject + "-%s");
        }

        private static Names of(String subject, String pattern) {
            return new Names(
                    subject.replace('-', '_'),
                    pattern.formatted("limit"),
                    pattern.formatted("remaining"),
                    pattern.formatted("reset"));
        }
    }

    public RateHints read(Headers headers) {
        var budgets = new ArrayList<RateHints.Budget>();
        if (anyBegins(headers, USUAL_PREFIX)) {
            for (Names names : USUAL) {
                budget(headers, names, this::wait).ifPresent(budgets::add);
            }
        }
        if (anyBegins(headers, ANTHROPIC_PREFIX)) {
            for (Names names : ANTHROPIC) {
                budget(headers, names, this::untilInstant).ifPresent(budgets::add);
            }
        }
        return new RateHints(retryAfter(headers), budgets);
    }

    private static boolean anyBegins(Headers headers, String prefix) {
        for (Headers.Field field : headers.fields()) {
            if (field.name().regionMatches(true, 0, prefix, 0, prefix.length())) {
                return true;
            }
        }
        return false;
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
            Headers headers, Names names, Function<String, Optional<Duration>> resetReader) {
        Optional<Long> limit = count(headers.first(names.limit()));
        Optional<Long> remaining = count(headers.first(names.remaining()));
        Optional<Duration> reset = headers.first(names.reset()).flatMap(resetReader);
        return limit.isEmpty() && remaining.isEmpty() && reset.isEmpty()
                ? Optional.empty()
                : Optional.of(new RateHints.Budget(names.subject(), limit, remaining, reset));
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

    /// A wait of `n` seconds, from zero to the ceiling.
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

    /// A plain decimal number; exponents and long texts are rejected.
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
