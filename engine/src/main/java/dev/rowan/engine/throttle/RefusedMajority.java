package dev.rowan.engine.throttle;

import java.util.Arrays;

/// Whether nearly all recent requests were refused, so that the service as a whole lacks capacity. Owned by its
/// throttle.
///
/// It looks at the numbers of the last refusals and needs no answers, which may take long. Where three in ten are
/// refused at random, that happens once in some thousand requests; a mere majority would once in forty.
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
