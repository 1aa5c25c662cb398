package dev.rowan.simulator.fault;

import dev.rowan.simulator.http.Header;
import dev.rowan.simulator.http.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The forms of `Retry-After` in a failing service's reply, valid and invalid.
public enum RetryAfter {
    NONE,
    /// Two seconds, as a number.
    SECONDS,
    /// Two seconds from now, as a date.
    DATE,
    /// A day ago, as a date.
    PAST,
    /// One and a half seconds, in the header `retry-after-ms`.
    MILLIS,
    /// Half a second, as a number that the standard does not allow.
    FRACTION,
    NEGATIVE,
    GARBAGE,
    EMPTY,
    /// 10⁹ seconds.
    HUGE;

    public List<Header> headers(Instant now) {
        return switch (this) {
            case NONE -> List.of();
            case SECONDS -> header("2");
            case DATE -> header(HttpDate.of(now.plusSeconds(2)));
            case PAST -> header(HttpDate.of(now.minus(Duration.ofDays(1))));
            case MILLIS -> List.of(new Header("retry-after-ms", "1500"));
            case FRACTION -> header("0.5");
            case NEGATIVE -> header("-5");
            case GARBAGE -> header("soon");
            case EMPTY -> header("");
            case HUGE -> header("1000000000");
        };
    }

    private static List<Header> header(String value) {
        return List.of(new Header("retry-after", value));
    }
}
