package dev.rowan.engine.throttle;

import java.util.Arrays;

/// Whether nearly all recent requests were refused, so that the service as a whole lacks capacity. Owned by its
/// throttle.
///
/// It uses the numbers of the last refusals and does not wait for answers, which may be slow. With 30 % random
/// refusals this is a false alarm once in some thousand requests; a simple majority would be once in forty.
final class RefusedMajority {
    private static final int REFUSALS = 8;
    private static final int REQUESTS = 9;

    private final long[] numbers = new long[REFUSALS];
    private int next;

    RefusedMajority() {
        Arrays.fill(numbers, Long.MIN_VALUE / 2);
    }

    void refused(Dispatch request) {
        numbers[next] = request.number();
        next = (next + 1) % REFUSALS;
    }

    boolean holds() {
        long oldest = Arrays.stream(numbers).min().orElseThrow();
        long newest = Arrays.stream(numbers).max().orElseThrow();
        return newest - oldest < REQUESTS;
    }
}
