package dev.rowan.engine.throttle;

import dev.rowan.api.call.RateHints;

/// The input of a throttle. Every event has its own monotonic time in nanoseconds.
public sealed interface ThrottleEvent {

    long at();

    /// The request.
    Dispatch request();

    /// A request was dispatched.
    record Dispatched(Dispatch request) implements ThrottleEvent {
        @Override
        public long at() {
            return request.at();
        }
    }

    /// The service answered.
    record Succeeded(Dispatch request, long at, RateHints hints) implements ThrottleEvent {}

    /// The service is over capacity: 429, 503 or 529.
    record CapacityError(Dispatch request, long at, RateHints hints) implements ThrottleEvent {}

    /// The request failed for another reason, or was never sent; ignored by the throttle.
    record Failed(Dispatch request, long at) implements ThrottleEvent {}

    /// The same event of a request that has another number.
    default ThrottleEvent of(Dispatch other) {
        return switch (this) {
            case Dispatched _ -> new Dispatched(other);
            case Succeeded(var _, long at, RateHints hints) -> new Succeeded(other, at, hints);
            case CapacityError(var _, long at, RateHints hints) -> new CapacityError(other, at, hints);
            case Failed(var _, long at) -> new Failed(other, at);
        };
    }
}
