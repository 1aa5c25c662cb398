package dev.rowan.cloud.request;

import dev.rowan.api.Time;
import dev.rowan.api.call.WireReply;
import java.time.Duration;
import java.util.Optional;

/// Retries storage requests with backoff. They are free and safe to repeat.
public final class RequestRetry {
    /// At the start of a run, where a person waits.
    public static final int FEW = 3;

    /// During a run, for about a minute.
    public static final int MANY = 8;

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(16);
    private static final Duration MOST_ADVICE = Duration.ofSeconds(60);

    private final Time time;
    private final int most;
    private int failed;

    public RequestRetry(Time time, int most) {
        this.time = time;
        this.most = most;
    }

    /// Whether a retry may help.
    public static boolean mayHelp(WireReply reply) {
        return switch (reply) {
            case WireReply.Complete complete ->
                switch (complete.status()) {
                    case 408, 429, 500, 502, 503, 504 -> true;
                    default -> false;
                };
            case WireReply.NotSent notSent ->
                switch (notSent.reason()) {
                    case DNS, CONNECT, PROXY, POOL, DEADLINE, HELD -> true;
                    case FORBIDDEN, TLS, FILE, INTERRUPTED -> false;
                };
            case WireReply.Unknown unknown ->
                switch (unknown.fault()) {
                    case DEADLINE, RESET, TRUNCATED, PROTOCOL -> true;
                    case TOO_LARGE, FILE, INTERRUPTED -> false;
                };
        };
    }

    public static boolean isInterruption(WireReply reply) {
        return switch (reply) {
            case WireReply.Complete _ -> false;
            case WireReply.NotSent notSent -> notSent.reason() == WireReply.NotSentReason.INTERRUPTED;
            case WireReply.Unknown unknown -> unknown.fault() == WireReply.Fault.INTERRUPTED;
        };
    }

    /// Counts a failure and waits before the next attempt; false if none is left.
    public boolean again(WireReply reply) throws InterruptedException {
        failed++;
        if (failed >= most) {
            return false;
        }
        Duration usual = FIRST.multipliedBy(1L << Math.min(failed - 1, 10));
        time.sleep(advice(reply).orElse(usual.compareTo(LONGEST) < 0 ? usual : LONGEST));
        return true;
    }

    private static Optional<Duration> advice(WireReply reply) {
        return reply instanceof WireReply.Complete complete
                ? complete.headers()
                        .first("retry-after")
                        .filter(text -> text.length() <= 6 && text.chars().allMatch(c -> c >= '0' && c <= '9'))
                        .filter(text -> !text.isEmpty())
                        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                        .map(wait -> wait.compareTo(MOST_ADVICE) < 0 ? wait : MOST_ADVICE)
                : Optional.empty();
    }

    /// Resets the failure count after progress.
    public void progressed() {
        failed = 0;
    }

    public int failed() {
        return failed;
    }
}
