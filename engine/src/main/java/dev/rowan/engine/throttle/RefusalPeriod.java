package dev.rowan.engine.throttle;

import org.jspecify.annotations.Nullable;

/// A period in which the service refuses everything. If nothing was accepted after two cuts in a row, single
/// requests are sent as probes, with exponential backoff, until one is accepted. Owned by its throttle.
final class RefusalPeriod {
    private static final int STRIKES = 2;
    /// Blocks longer than this many seconds are not caused by a continuously refilling limit.
    private static final double LONG = 3;
    private static final double FIRST_PAUSE = 0.05;

    /// The requests between two unrelated blocks.
    private static final int APART = 5;
    private static final int SCATTERED = 3;

    private int strikes;
    private double pause;
    private DispatchCounter.@Nullable Mark since;
    private DispatchCounter.@Nullable Mark lastCut;
    private @Nullable Dispatch probe;
    private long lastRefusedAt = Long.MIN_VALUE;
    private long endedAfter = Long.MIN_VALUE / 2;
    private int shortInARow;

    boolean isStruck() {
        return strikes > 0;
    }

    boolean isOn() {
        return strikes >= STRIKES;
    }

    /// Whether no probe was refused yet, so that these may be stray refusals.
    boolean isUnprobed() {
        return strikes == STRIKES;
    }

    /// Whether several short blocks followed each other closely, with accepted requests between them.
    boolean isScattered() {
        return shortInARow >= SCATTERED;
    }

    /// The seconds until the next probe.
    double pause() {
        return pause;
    }

    void refused(Dispatch request) {
        lastRefusedAt = Math.max(lastRefusedAt, request.at());
    }

    /// A cut before which requests were accepted.
    void passed(DispatchCounter.Mark cut) {
        strikes = 0;
        lastCut = cut;
    }

    /// A cut without accepted requests since the last one; `interval` is the seconds between two dispatches.
    void strike(DispatchCounter.Mark cut, double interval) {
        if (strikes == 0) {
            since = lastCut == null ? cut : lastCut;
            pause = interval;
        }
        strikes++;
        pause *= 2;
        probe = null;
        lastCut = cut;
    }

    /// Starts a block at a cut after which nothing will be accepted.
    void start(DispatchCounter.Mark cut) {
        since = cut;
        pause = FIRST_PAUSE;
        strikes = STRIKES;
        probe = null;
        lastCut = cut;
    }

    void probe(Dispatch request) {
        probe = request;
    }

    boolean probeIsOut() {
        return probe != null;
    }

    boolean isProbe(Dispatch request) {
        return probe != null && probe.number() == request.number();
    }

    /// The probe in flight.
    Dispatch probe() {
        return present(probe);
    }

    /// The first refusal of the block.
    DispatchCounter.Mark since() {
        return present(since);
    }

    /// When the last refused request was dispatched.
    long lastRefusedAt() {
        return lastRefusedAt;
    }

    /// Whether it took long from the first refusal to the accepted probe.
    boolean isLong() {
        return (probe().at() - since().at()) / 1e9 > LONG;
    }

    void end() {
        shortInARow = !isLong() && since().number() - endedAfter <= APART ? shortInARow + 1 : 0;
        endedAfter = probe().number();
        strikes = 0;
        probe = null;
        since = null;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("no refusal period, or no probe in flight");
        }
        return value;
    }
}
