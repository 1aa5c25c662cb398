package dev.rowan.engine.throttle;

/// One request let through to a service: its number from 1 on in the order of dispatch, its monotonic time in
/// nanoseconds, and the tokens it is expected to use (0 where nobody counts them).
public record Dispatch(long number, long at, long tokens) {

    public Dispatch {
        if (number < 1 || tokens < 0) {
            throw new IllegalArgumentException(
                    "a dispatch needs a number from 1 on and no negative tokens, got " + number + " and " + tokens);
        }
    }
}
