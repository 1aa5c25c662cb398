package dev.rowan.engine.throttle;

import dev.rowan.api.call.RateHints;

/// What a throttle is told. It reads no clock: every event carries its own monotonic time in nanoseconds.
public sealed interface ThrottleEvent {

    long at();

    /// The request it is about.
    Dispatch request();

    /// A request went out.
    record Dispatched(Dispatch request) implements ThrottleEvent {
        @Override
        public long at() {
            return request.at();
        }
    }

    /// The service answered.
    record Succeeded(Dispatch request, long at, RateHints hints) implements ThrottleEvent {}

    /// The service has no room: 429, 503 or 529.
    record CapacityError(Dispatch request, long at, RateHints hints) implements ThrottleEvent {}

    /// The request failed for another reason, or was never sent; this does not drive the throttle.
    record Failed(Dispatch request, long at) implements ThrottleEvent {}
}
