package dev.rowan.api.call;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// The accounting view of a complete reply: whether the service did the work, what it used and what it cost.
///
/// `cost` is empty if unknown; then the worst case is counted. `retryAfter` comes from the body. `message` is the
/// service's error message. `billing` says what the cost rests on.
public record Receipt(
        Disposition disposition,
        Usage usage,
        Optional<Usd> cost,
        Optional<Duration> retryAfter,
        Optional<String> requestId,
        Optional<String> message,
        Billing billing) {

    public Receipt(
            Disposition disposition,
            Usage usage,
            Optional<Usd> cost,
            Optional<Duration> retryAfter,
            Optional<String> requestId,
            Optional<String> message) {
        this(disposition, usage, cost, retryAfter, requestId, message, Billing.UNKNOWN);
    }

    /// The same with what its cost rests on.
    public Receipt with(Billing facts) {
        return new Receipt(disposition, usage, cost, retryAfter, requestId, message, facts);
    }

    /// How a service handled a request.
    public enum Disposition {
        /// Done; the answer is readable.
        ANSWERED,
        /// Done, but the answer is not in a documented form. It counts as paid.
        UNREADABLE,
        /// Rate-limited or overloaded.
        CAPACITY,
        /// A temporary error.
        RETRYABLE,
        /// The key is invalid, expired or lacks permission; every call will fail.
        DEAD_KEY,
        /// No credit left; every call will fail.
        NO_CREDIT,
        /// The request is invalid and will stay so.
        INVALID;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// A readable answer.
    public static Receipt answered(Usage usage, Optional<Usd> cost, Optional<String> requestId) {
        return new Receipt(Disposition.ANSWERED, usage, cost, Optional.empty(), requestId, Optional.empty());
    }

    /// A paid answer that is unreadable.
    public static Receipt unreadable(Usage usage, Optional<Usd> cost, Optional<String> requestId) {
        return new Receipt(Disposition.UNREADABLE, usage, cost, Optional.empty(), requestId, Optional.empty());
    }

    /// A rejection, which costs nothing.
    public static Receipt refused(
            Disposition disposition, Optional<Duration> retryAfter, Optional<String> requestId, String message) {
        return new Receipt(
                disposition, Usage.unknown(), Optional.of(Usd.ZERO), retryAfter, requestId, Optional.of(message));
    }
}
