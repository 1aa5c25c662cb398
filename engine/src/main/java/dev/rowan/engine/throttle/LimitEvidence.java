package dev.rowan.engine.throttle;

import java.util.TreeSet;

/// Decides whether refusals are caused by the rate or are noise.
///
/// Above a limit the share of refusals exceeds the noise floor. The posterior odds that the limit was crossed
/// are updated per request by Bayes' rule, as in Shiryaev's change-point test: a refusal multiplies them by the
/// ratio of the two shares, an accepted request by that of their complements, and each request adds the prior
/// that the limit was crossed just then. Without noise one refusal is enough; with 1 % it takes two or three
/// close together; with 10 % a run of them. Answers may be slow and refusals are not, so a request counts as
/// accepted when a later one was refused; if refusals arrive out of order, the odds are recomputed in dispatch
/// order. Owned by its throttle.
final class LimitEvidence {
    /// The share of requests that a limit refuses, beyond noise, when clearly crossed.
    private static final double EXCESS = 0.1;
    /// The odds above which the limit counts as crossed, and below which a suspicion is dropped.
    private static final double CROSSED = 1;

    private static final double DROPPED = 0.05;
    /// The prior per request that the limit has changed, and, while the rate rises, the prior density of
    /// reaching the limit per unit of growth: the estimate is accurate to about 10 %.
    private static final double CHANCE = 1e-4;

    private static final double LIMIT_DENSITY = 3;
    /// This many refusals with an accepted share below the second value are not stray.
    private static final int MANY_REFUSALS = 8;

    private static final double FEW_ACCEPTED = 0.8;
    /// The odds after a cut that it was not enough.
    private static final double STILL_CROSSED = 0.1;
    /// The initial odds: the pool may well exceed the limit.
    private static final double AT_START = 0.1;
    /// The number of consecutive refusals that make a run.
    private static final int RUN = 3;
    private static final int FIRST_REFUSALS = 4;
    /// The number of refusals kept for reordering.
    private static final int MAX_KEPT = 64;

    private final NoiseFloor floor;
    private final TreeSet<Long> kept = new TreeSet<>();
    /// The request after which refusals are kept, and the odds at that point.
    private long start;

    private double startOdds = AT_START;
    private long refusedSinceReset;

    private double odds = AT_START;
    /// The last request that counts, and the last one before the suspicion.
    private long last;

    private long suspectAfter;
    private long refused;
    private long run;

    LimitEvidence(NoiseFloor floor) {
        this.floor = floor;
    }

    /// The prior for a request to be the first above the limit, when the rate grows by this share per request.
    static double chance(double growth) {
        return CHANCE + LIMIT_DENSITY * growth;
    }

    /// Adds a refusal; true if the limit is crossed. `chance` is the prior for each request to be the first
    /// above the limit.
    boolean refused(long number, double chance) {
        refusedSinceReset++;
        if (number <= start) {
            return false;
        }
        kept.add(number);
        if (kept.size() > MAX_KEPT) {
            start = kept.removeFirst();
            startOdds = 0;
        }
        if (number > last) {
            add(number, chance);
        } else {
            restart();
            kept.forEach(each -> add(each, chance));
        }
        return odds > CROSSED;
    }

    private void add(long number, double chance) {
        run = number == last + 1 ? run + 1 : 1;
        double decay = Math.pow(1 - EXCESS, (double) (number - last - 1));
        odds = odds * decay + chance * (1 - EXCESS) * (1 - decay) / EXCESS;
        if (odds < Math.max(DROPPED, 1.5 * chance / EXCESS)) {
            suspectAfter = number - 1;
            refused = 0;
        }
        double noise = floor.share();
        odds = (odds + chance) * (noise + (1 - noise) * EXCESS) / noise;
        refused++;
        last = number;
    }

    private void restart() {
        odds = startOdds;
        last = start;
        suspectAfter = start;
        refused = 0;
        run = 0;
    }

    /// The refusals since the suspicion started.
    long refused() {
        return refused;
    }

    /// Whether the last few requests were all refused.
    boolean isRun() {
        return run >= RUN;
    }

    /// Whether everything was refused since the last [#reset].
    boolean isAllRefused() {
        return start > 0 && refused == last - start;
    }

    /// The first request under suspicion.
    long suspectFrom() {
        return suspectAfter + 1;
    }

    long refusedSinceReset() {
        return refusedSinceReset;
    }

    /// The accepted share since the suspicion started, biased towards 1 while there is little data.
    double acceptedShare() {
        double sent = (double) (last - suspectAfter);
        return (sent - refused + 9.0) / (sent + 10.0) / (1 - floor.share());
    }

    /// Whether many recent requests were refused, with accepted ones between them.
    boolean isScattered() {
        return odds > CROSSED && !isRun() && refused >= MANY_REFUSALS && acceptedShare() < FEW_ACCEPTED;
    }

    /// Whether there were enough refusals to find a first limit.
    boolean isEnoughForAFirstLimit() {
        return refused >= FIRST_REFUSALS;
    }

    /// Counts refusals before the suspicion as noise.
    void countNoise() {
        floor.add((double) (suspectAfter - start), (double) (refusedSinceReset - refused));
    }

    /// Starts over after a cut that may not have been enough.
    void reset(long number) {
        reset(number, STILL_CROSSED);
    }

    /// Starts over: requests up to `number` no longer count, and the limit is crossed with these odds.
    void reset(long number, double crossed) {
        kept.clear();
        start = number;
        startOdds = crossed;
        refusedSinceReset = 0;
        restart();
    }
}
