package dev.rowan.api.batch;

import dev.rowan.api.call.Receipt;
import java.time.Duration;
import java.util.Optional;

/// What came of one step with a batch service.
public sealed interface BatchReply<T> {

    /// It was done; `requestId` is the service's own name for the exchange.
    record Done<T>(T value, Optional<String> requestId) implements BatchReply<T> {}

    /// The service said no, and did nothing. With [Receipt.Disposition#CAPACITY] and
    /// [Receipt.Disposition#RETRYABLE] it may pass later.
    record Refused<T>(int status, Receipt.Disposition disposition, Optional<Duration> retryAfter, String message)
            implements BatchReply<T> {

        public boolean mayPass() {
            return disposition == Receipt.Disposition.CAPACITY || disposition == Receipt.Disposition.RETRYABLE;
        }
    }

    /// There is no such batch or file (404).
    record Gone<T>(String message) implements BatchReply<T> {}

    /// The reply was lost or cannot be read: the step may have been done. For uploads and creates every 5xx
    /// and 408 is one.
    record Lost<T>(String why) implements BatchReply<T> {}

    /// Nothing was sent.
    record NotSent<T>(String why, boolean mayPass) implements BatchReply<T> {}

    /// The same for a step that gives something else; not for what was done.
    @SuppressWarnings("unchecked") // only Done holds a value
    default <U> BatchReply<U> failed() {
        if (this instanceof Done) {
            throw new IllegalStateException("the step was done");
        }
        return (BatchReply<U>) this;
    }
}
