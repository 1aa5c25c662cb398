package dev.rowan.providers.reply;

import java.util.Optional;

/// A service's rejection: its kind decides what happens next, the rest is for people and the record.
///
/// `retryDelay` is from the body, as written, such as `31s`.
public record Rejection(Kind kind, int status, Optional<String> code, String message, Optional<String> retryDelay) {
    private static final int MAX_MESSAGE = 500;

    public Rejection {
        message = message.codePointCount(0, message.length()) <= MAX_MESSAGE
                ? message
                : message.substring(0, message.offsetByCodePoints(0, MAX_MESSAGE)) + "…";
    }

    /// What a rejection means.
    public enum Kind {
        /// Temporary: the same request may pass later.
        RETRYABLE,
        /// Rate-limited or overloaded.
        CAPACITY,
        /// The key is invalid, expired or lacks permission; every call will fail.
        DEAD_KEY,
        /// No credit left; every call will fail.
        NO_CREDIT,
        /// The request is invalid and will stay so.
        INVALID;

        /// The kind by status alone.
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
