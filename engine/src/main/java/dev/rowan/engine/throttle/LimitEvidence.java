package dev.rowan.engine.throttle;

import java.util.TreeSet;

/// Decides whether refusals are caused by the rate or are noise.
///
/// Beyond a limit the share of refusals is higher than the noise floor by some excess. The posterior odds
/// that the limit was crossed follow from each request by Bayes' rule, as in Shiryaev's test for a change: a
/// refusal multiplies them by the ratio of the two shares, an accepted request by that of their complements,
/// and each request adds the chance that the limit was crossed just then. Without noise one refusal is
/// enough; with 1 % it takes two or three close together; with 10 % a run of them. Answers may take long and
/// refusals do not, so a request counts as accepted when a later one was refused; when refusals overtake each
/// other, the odds are computed anew in the order of dispatch. Owned by its throttle.
final class LimitEvidence {
    /// The share of requests that a limit refuses, beyond noise, once it is crossed by a margin.
    private static final double EXCESS = 0.1;
    /// Odds from which the limit counts as crossed, and below which a suspicion is dropped.
    private static final double CROSSED = 1;

    private static final double DROPPED = 0.05;
    /// The chance for each request that the limit has changed, and, where the rate rises, the chance that it has
    /// come to the limit for each unit of that growth: the estimate is good to about a tenth.
    private static final double CHANCE = 1e-4;

    private static final double LIMIT_DENSITY = 3;
    /// So many refusals, while fewer than this share pass, are no stray ones.
    private static final int MANY_REFUSALS = 8;

    private static final double FEW_ACCEPTED = 0.8;
    /// The odds after a cut that it was not enough.
    private static final double STILL_CROSSED = 0.1;
    /// The odds at the start: a pool may well be larger than the limit.
    private static final double AT_START = 0.1;
    /// So many refusals without an accepted request between them are a run.
    private static final int RUN = 3;
    private static final int FIRST_REFUSALS = 4;
    /// How many refusals are kept for those that overtake each other.
    private static final int MAX_KEPT = 64;

    private final NoiseFloor floor;
    private final TreeSet<Long> kept = new TreeSet<>();
    /// The request after which refusals are kept, and the odds then.
    private long start;

    private double startOdds = AT_START;
    private long refusedSinceReset;

    private double odds = AT_START;
    /// The last request that counts, and the one before the suspicion.
    private long last;

    private long suspectAfter;
    private long refused;
    private long run;

    LimitEvidence(NoiseFloor floor) {
        this.floor = floor;
    }

    /// The prior chance for a request that it is the first beyond the limit, when the rate grows by this share for
    /// each.
    static double chance(double growth) {
        return CHANCE + LIMIT_DENSITY * growth;
    }

    /// Takes in the refusal of a request; true when the limit is crossed. `chance` is the prior chance for
    /// each request that it is the first beyond the limit.
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

    /// The refusals since the suspicion began.
    long refused() {
        return refused;
    }

    /// Whether the last few requests were refused one after the other.
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

    /// The share that was accepted since the suspicion began, leaning to all while little was seen.
    double acceptedShare() {
        double sent = (double) (last - suspectAfter);
        return (sent - refused + 9.0) / (sent + 10.0) / (1 - floor.share());
    }

    /// Whether many of the latest requests were refused, while others passed between them.
    boolean isScattered() {
        return odds > CROSSED && !isRun() && refused >= MANY_REFUSALS && acceptedShare() < FEW_ACCEPTED;
    }

    /// Whether there were refusals enough to find a first limit.
    boolean isEnoughForAFirstLimit() {
        return refused >= FIRST_REFUSALS;
    }

    /// What was refused before the suspicion is noise.
    void countNoise() {
        floor.add((double) (suspectAfter - start), (double) (refusedSinceReset - refused));
    }

    /// Begins anew after a cut that may not have been enough.
    void reset(long number) {
        reset(number, STILL_CROSSED);
    }

    /// Begins anew: requests up to `number` no longer count, and the limit is crossed with these odds.
    void reset(long number, double crossed) {
        kept.clear();
        start = number;
        startOdds = crossed;
        refusedSinceReset = 0;
        restart();
    }
}
