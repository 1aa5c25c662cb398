package dev.rowan.simulator.limit;

import java.time.Duration;

/// So much per period, and at most `burst` at once.
record Rate(long amount, Duration per, long burst) {

    double perNano() {
        return (double) amount / per.toNanos();
    }
}
