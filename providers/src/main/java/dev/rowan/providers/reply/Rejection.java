package dev.rowan.providers.reply;

import java.util.Locale;
import java.util.Optional;

/// A service's refusal to do the work: its class decides what happens next, the rest is for people and the record.
///
/// `retryDelay` is advice from the body, such as `31s`, as written.
public record Rejection(Kind kind, int status, Optional<String> code, String message, Optional<String> retryDelay) {
    private static final int MAX_MESSAGE = 500;

    public Rejection {
        message = message.codePointCount(0, message.length()) <= MAX_MESSAGE
                ? message
                : message.substring(0, message.offsetByCodePoints(0, MAX_MESSAGE)) + "…";
    }

    /// What can be done about a rejection.
    public enum Kind {
        /// A fault of the moment: the same request may pass later.
        RETRYABLE,
        /// Too much at once: it will pass when there is room again.
        CAPACITY,
        /// The key is wrong, expired or not allowed to do this; every call will end so.
        DEAD_KEY,
        /// Nothing is left to pay with; every call will end so.
        NO_CREDIT,
        /// The request itself is unacceptable and will stay so.
        INVALID;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// What a status means when the body says no more.
        public static Kind ofStatus(int status) {
            return switch (status) {
                case 429, 503, 529 -> CAPACITY;
                case 401, 403 -> DEAD_KEY;
                case 402 -> NO_CREDIT;
                case 408, 409, 425 -> RETRYABLE;
                default -> status >= 500 ? RETRYABLE : INVALID;
            };
        }
    }

    public static Rejection of(Kind kind, int status, Optional<String> code, Optional<String> message) {
        return new Rejection(kind, status, code, message.orElse("status " + status), Optional.empty());
    }

    public Rejection withRetryDelay(Optional<String> delay) {
        return new Rejection(kind, status, code, message, delay);
    }
}
