package dev.rowan.api.call;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// What a whole reply says to the one who keeps the account: how the service took the request, what it used, what it
/// cost. It says nothing about the row.
///
/// `cost` is empty when it cannot be known; then the worst case is counted. `retryAfter` is advice from the body.
/// `message` is the service's own word for a refusal, for people.
public record Receipt(
        Disposition disposition,
        Usage usage,
        Optional<Usd> cost,
        Optional<Duration> retryAfter,
        Optional<String> requestId,
        Optional<String> message) {

    /// How a service took a request.
    public enum Disposition {
        /// It did the work, and the answer can be read.
        ANSWERED,
        /// It did the work, but the answer is none that it documents. It counts as paid for.
        UNREADABLE,
        /// It has no room now.
        CAPACITY,
        /// A fault of the moment.
        RETRYABLE,
        /// The key is wrong, expired or not allowed to do this; every call will end so.
        DEAD_KEY,
        /// Nothing is left to pay with; every call will end so.
        NO_CREDIT,
        /// The request itself is unacceptable and will stay so.
        INVALID;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// An answer that can be read, with what it used and cost.
    public static Receipt answered(Usage usage, Optional<Usd> cost, Optional<String> requestId) {
        return new Receipt(Disposition.ANSWERED, usage, cost, Optional.empty(), requestId, Optional.empty());
    }

    /// A paid answer that cannot be read.
    public static Receipt unreadable(Usage usage, Optional<Usd> cost, Optional<String> requestId) {
        return new Receipt(Disposition.UNREADABLE, usage, cost, Optional.empty(), requestId, Optional.empty());
    }

    /// A refusal, which costs nothing.
    public static Receipt refused(
            Disposition standing, Optional<Duration> retryAfter, Optional<String> requestId, String message) {
        return new Receipt(
                standing, Usage.unknown(), Optional.of(Usd.ZERO), retryAfter, requestId, Optional.of(message));
    }
}
