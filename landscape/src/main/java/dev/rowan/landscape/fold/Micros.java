package dev.rowan.landscape.fold;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Recorded times: microseconds since 1970.
public final class Micros {
    private Micros() {}

    public static long of(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000);
    }

    public static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
