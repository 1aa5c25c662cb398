package dev.rowan.engine.throttle;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads [RateAdvice] from the headers of an answer: `retry-after-ms`, `retry-after` as seconds or as a date, and the
/// limits of the OpenAI kind (`x-ratelimit-remaining-tokens`, reset `6m0s`) and of the Anthropic kind
/// (`anthropic-ratelimit-tokens-remaining`, reset a moment). What cannot be read counts as absent.
public final class RateHeaders {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}(\\.\\d{1,18})?");
    private static final Pattern PART = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(h|ms|us|µs|ns|m|s)");
    private static final Pattern PARTS = Pattern.compile("(?:" + PART.pattern() + ")+");
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
    private static final Duration LONGEST = Duration.ofDays(365);

    private final Function<String, Optional<String>> headers;
    private final Instant now;

    private RateHeaders(Function<String, Optional<String>> headers, Instant now) {
        this.headers = headers;
        this.now = now;
    }

    /// `headers` gives the first value of a header by its name in lower case; `now` is what dates are measured from.
    public static RateAdvice read(Function<String, Optional<String>> headers, Instant now) {
        var reader = new RateHeaders(headers, now);
        return new RateAdvice(
                reader.retryAfter(),
                reader.quota("requests"),
                reader.quota("tokens").or(() -> reader.quota("input-tokens")));
    }

    private Optional<Duration> retryAfter() {
        return header("retry-after-ms")
                .flatMap(text -> seconds(text, 3))
                .or(() -> header("retry-after").flatMap(text -> seconds(text, 0).or(() -> date(text))));
    }

    private Optional<RateAdvice.Quota> quota(String counted) {
        var quota = new RateAdvice.Quota(
                quotaHeader("limit", counted).flatMap(RateHeaders::whole),
                quotaHeader("remaining", counted).flatMap(RateHeaders::whole),
                quotaHeader("reset", counted).flatMap(this::reset));
        boolean told = quota.limit().isPresent()
                || quota.remaining().isPresent()
                || quota.reset().isPresent();
        return told ? Optional.of(quota) : Optional.empty();
    }

    private Optional<String> quotaHeader(String what, String counted) {
        return header("x-ratelimit-" + what + "-" + counted)
                .or(() -> header("anthropic-ratelimit-" + counted + "-" + what));
    }

    private Optional<String> header(String name) {
        return headers.apply(name).map(String::strip);
    }

    private Optional<Duration> reset(String text) {
        return seconds(text, 0).or(() -> parts(text)).or(() -> moment(text));
    }

    /// A number of seconds, its decimal point moved to the left by `shift` places.
    private static Optional<Duration> seconds(String text, int shift) {
        if (!NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = new BigDecimal(text).movePointLeft(shift).multiply(NANOS);
        return Optional.of(nanos(nanos));
    }

    private static Optional<Long> whole(String text) {
        return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text).longValue()) : Optional.empty();
    }

    /// A duration as Go writes it, such as `6m0s`, `20ms` or `1h2m3.5s`.
    private static Optional<Duration> parts(String text) {
        if (text.length() > 60 || !PARTS.matcher(text).matches()) {
            return Optional.empty();
        }
        BigDecimal sum = BigDecimal.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            sum = sum.add(new BigDecimal(part.group(1)).multiply(nanosOf(part.group(2))));
        }
        return Optional.of(nanos(sum));
    }

    private static BigDecimal nanosOf(String unit) {
        return BigDecimal.valueOf(
                switch (unit) {
                    case "h" -> 3_600_000_000_000L;
                    case "m" -> 60_000_000_000L;
                    case "s" -> 1_000_000_000L;
                    case "ms" -> 1_000_000L;
                    case "ns" -> 1L;
                    default -> 1_000L; // us, µs
                });
    }

    private static Duration nanos(BigDecimal nanos) {
        BigDecimal longest = BigDecimal.valueOf(LONGEST.toNanos());
        return Duration.ofNanos(nanos.min(longest).longValue());
    }

    private Optional<Duration> date(String text) {
        try {
            return Optional.of(until(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private Optional<Duration> moment(String text) {
        try {
            return Optional.of(until(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from)));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    private Duration until(Instant moment) {
        Duration wait = Duration.between(now, moment);
        return wait.isNegative() ? Duration.ZERO : wait;
    }
}
