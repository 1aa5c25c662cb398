package dev.rowan.api.batch;

import dev.rowan.api.call.Receipt;
import java.time.Duration;
import java.util.Optional;

/// The result of one request to a batch service.
public sealed interface BatchReply<T> {

    /// Success; `requestId` is the service's id for the exchange.
    record Done<T>(T value, Optional<String> requestId) implements BatchReply<T> {}

    /// The service rejected the request and did nothing. [Receipt.Disposition#CAPACITY] and
    /// [Receipt.Disposition#RETRYABLE] may pass later.
    record Refused<T>(int status, Receipt.Disposition disposition, Optional<Duration> retryAfter, String message)
            implements BatchReply<T> {

        public boolean isRetryable() {
            return disposition == Receipt.Disposition.CAPACITY || disposition == Receipt.Disposition.RETRYABLE;
        }
    }

    /// The batch or file does not exist (404).
    record Gone<T>(String message) implements BatchReply<T> {}

    /// The reply was lost or is unreadable: the request may have been executed. For uploads and creates, every 5xx
    /// and 408 is one.
    record Lost<T>(String why) implements BatchReply<T> {}

    /// Nothing was sent.
    record NotSent<T>(String why, boolean isRetryable) implements BatchReply<T> {}

    /// This reply with another type of value; not for [Done].
    @SuppressWarnings("unchecked") // only Done holds a value
    default <U> BatchReply<U> failed() {
        if (this instanceof Done) {
            throw new IllegalStateException("the request succeeded");
        }
        return (BatchReply<U>) this;
    }
}
