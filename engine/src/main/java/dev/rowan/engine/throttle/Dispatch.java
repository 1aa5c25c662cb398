package dev.rowan.engine.throttle;

/// One dispatched request: its sequence number from 1, its monotonic time in nanoseconds, and its expected tokens (0
/// if not counted).
public record Dispatch(long number, long at, long tokens) {

    public Dispatch {
        if (number < 1 || tokens < 0) {
            throw new IllegalArgumentException(
                    "a dispatch needs a number from 1 on and no negative tokens, got " + number + " and " + tokens);
        }
    }
}
