package dev.rowan.engine.throttle;

import org.jspecify.annotations.Nullable;

/// The dispatch rate between two crossings of the limit, and the estimate of the limit at each crossing.
///
/// Before the first crossing there is no rate: only the pool size bounds the requests in flight. After that,
/// each round starts slightly below the estimate, reaches it within seconds, stays slightly above it until a
/// token bucket would have used up its savings, and then rises until the limit is crossed. At a crossing the
/// limit is exhausted, so the throughput since the last crossing is the limit if the service saves unused
/// capacity, and a lower bound otherwise. Crossings in quick succession mean that the estimate is wrong: the
/// rate is cut until enough was accepted for a new measurement. Owned by its throttle.
final class LimitSearch {
    /// The seconds until a round reaches the estimate, and its minimum requests, so that one refusal per round
    /// stays below 1 %.
    private static final double ROUND = 4.5;
    private static final double ROUND_REQUESTS = 115;
    /// The requests per round for each request of the measurement: an estimate from a few consecutive refusals
    /// is not trusted for long.
    private static final double TRUST = 4;
    /// The relative length of a round whose estimate comes from a search, not from a whole round.
    private static final double ROUGH = 0.35;
    /// The exponential growth per second after that: the rate doubles in 1.7 s.
    private static final double RISE = 0.4;
    /// The factor by which the rate may always exceed the estimate, and the share of requests that may be
    /// refused beyond that.
    private static final double FREE = 3;
    private static final double SPILL = 0.005;
    /// Crossings within this many seconds belong to the same search.
    private static final double SAME_SEARCH = 2;
    /// The smallest and largest factor of a cut when the estimate is wrong and there is no other.
    private static final double DEEPEST_CUT = 0.3;

    private static final double CUT = 0.85;
    /// The smallest factor when a sliding window is full for a moment.
    private static final double SLIDING_CUT = 0.95;
    /// The minimum limit as a share of the rate at a crossing, if the service does not save unused capacity.
    private static final double MIN_SHARE = 0.95;
    /// A measured limit above the last one by this factor means that the limit has risen, by more than was
    /// measured.
    private static final double RISEN = 1.15;
    /// What a search must accept before it measures: many requests, or some over a while.
    private static final int MANY = 50;
    private static final int SOME = 20;
    private static final double WHILE = 0.4;

    private final LimitUnitDetector choice;
    private LimitUnit unit = LimitUnit.REQUESTS;
    private boolean unlimited = true;
    private boolean rough;
    private boolean unlimitedBefore = true;
    private double estimateBefore = 1;
    private double estimate = 1;
    private double grown;
    private double proven;
    /// The length of the sliding window in seconds; 0 if there is none.
    private double window;
    /// The belief that the service does not save unused capacity, from 0 to 1, and whether the estimate relies
    /// on it.
    private double unsaved = 0.5;

    private boolean raised;
    private double meanWeight = 1;
    private double evidence = ROUND_REQUESTS;
    private DispatchCounter.@Nullable Mark last;
    private DispatchCounter.@Nullable Mark searchFrom;
    private DispatchCounter.@Nullable Mark roundFrom;

    LimitSearch(LimitUnitDetector choice) {
        this.choice = choice;
    }

    /// Whether no limit was found yet.
    boolean isUnlimited() {
        return unlimited;
    }

    /// Whether the rate is below the estimate, so that refusals have another cause.
    boolean isBelowEstimate() {
        return unlimited || grown < round().seconds();
    }

    /// Whether the estimate is measured, not guessed higher.
    boolean isMeasured() {
        return !raised;
    }

    /// The current exponential growth of the rate per second.
    double growth() {
        if (unlimited) {
            return 0;
        }
        return round().growth(grown);
    }

    /// The current rate, in units per second.
    double rate() {
        if (unlimited) {
            return Double.POSITIVE_INFINITY;
        }
        return estimate * round().rate(grown);
    }

    /// The current round. For a sliding window it lasts as long as the window and rises slowly, so that the
    /// window stays even.
    private ProbeRound round() {
        double requests = Math.min(ROUND_REQUESTS, TRUST * evidence);
        double seconds = Math.max(Math.max(ROUND, window), requests * meanWeight / estimate);
        return new ProbeRound((rough ? ROUGH : 1) * seconds, window == 0 ? RISE : RISE * ROUND / window);
    }

    /// The current rate, bounded so that at most `SPILL` of the requests since the last crossing are refused at
    /// once when the limit is crossed, since a refusal takes `delay` seconds to arrive. Three times the
    /// estimate is always allowed.
    double rate(DispatchCounter.Mark now, double delay) {
        if (unlimited) {
            return rate();
        }
        roundFrom = roundFrom == null ? now : roundFrom;
        double sent = now.acceptedSince(roundFrom, choice.unit());
        return Math.min(rate(), Math.max(FREE * estimate, SPILL * sent / delay));
    }

    /// Raises the rate for this many seconds in which it was the bottleneck.
    void grow(double seconds) {
        grown += seconds;
    }

    /// Keeps the rate when the unit changes.
    void convert(double meanTokens) {
        if (unit != choice.unit()) {
            unit = choice.unit();
            double mean = Math.max(1, meanTokens);
            estimate = unit == LimitUnit.TOKENS ? estimate * mean : estimate / mean;
            proven = 0;
            meanWeight = unit == LimitUnit.TOKENS ? mean : 1;
        }
    }

    /// Starts a round at the current estimate, after a block. A sliding window's throughput before the block is
    /// not a measurement.
    void restart(DispatchCounter.Mark probe) {
        last = window == 0 ? last : probe;
        restart();
    }

    /// Starts a round at the current estimate.
    private void restart() {
        roundFrom = null;
        grown = 0;
    }

    /// Starts a round at the current estimate when the limit was crossed for another reason than the rate.
    void resume(DispatchCounter.Mark crossed) {
        last = crossed;
        restart();
    }

    /// Starts rounds for a sliding window of this many seconds.
    void slide(double limit, double seconds, DispatchCounter.Mark now, double meanTokens) {
        window = seconds;
        rise(limit, meanTokens);
        resume(now);
        remember();
    }

    /// The estimate of the limit, in units per second.
    double estimate() {
        return estimate;
    }

    /// Starts at a limit that was found elsewhere, with short rounds.
    void startAt(double limit, DispatchCounter.Mark now) {
        unlimited = false;
        rough = true;
        estimate = limit;
        last = now;
        searchFrom = now;
        weigh(0);
        restart();
        remember();
    }

    /// Rises from a known limit that has grown.
    void rise(double limit, double meanTokens) {
        unlimited = false;
        rough = false;
        estimate = limit;
        evidence = ROUND_REQUESTS;
        weigh(meanTokens);
        restart();
        grown = round().searchesAfter();
    }

    /// Whether crossing the limit now means that the estimate is wrong: below the estimate, or just after the
    /// last crossing.
    boolean isUnexpected(DispatchCounter.Mark now) {
        return last != null && !unlimited && (grown < round().seconds() || now.secondsSince(last) <= SAME_SEARCH);
    }

    /// Saves the current estimate for [#undo].
    void remember() {
        unlimitedBefore = unlimited;
        estimateBefore = estimate;
    }

    /// Restores the saved estimate, since the cuts had no effect.
    void undo() {
        unlimited = unlimitedBefore;
        estimate = estimateBefore;
        rough = false;
        evidence = ROUND_REQUESTS;
        last = null;
        restart();
        grown = round().seconds();
    }

    /// Handles a crossing and starts the next round.
    void crossed(LimitCrossing crossing) {
        DispatchCounter.Mark now = crossing.mark();
        DispatchCounter.Mark before = last;
        double rate = crossing.rate();
        if (raised && before != null) {
            boolean met = throughput(before, now) / (1 - crossing.noise()) > 0.97 * estimate;
            unsaved = met ? Math.min(1, unsaved + 0.1) : unsaved * 0.5;
        }
        raised = false;
        last = now;
        roundFrom = now;
        if (before == null || unlimited) {
            searchFrom = now;
            evidence = ROUND_REQUESTS;
            estimate = cut(crossing, rate);
            rough = true;
        } else if (now.secondsSince(before) > SAME_SEARCH) {
            searchFrom = now;
            evidence = accepted(before, now);
            estimate = measured(before, crossing, rate);
        } else {
            double searched = searched(crossing, rate);
            estimate = window == 0 ? searched : Math.max(searched, SLIDING_CUT * estimate);
            rough = window == 0;
        }
        estimate = Math.max(crossing.slowest(), estimate);
        unlimited = false;
        grown = 0;
        weigh(crossing.meanTokens());
    }

    private void weigh(double meanTokens) {
        unit = choice.unit();
        meanWeight = unit == LimitUnit.REQUESTS ? 1 : Math.max(1, meanTokens);
    }

    private static double cut(LimitCrossing crossing, double rate) {
        double share = Math.clamp(crossing.acceptedShare(), DEEPEST_CUT, CUT);
        return Math.clamp(crossing.delivered(), DEEPEST_CUT * rate, share * rate);
    }

    private double measured(DispatchCounter.Mark before, LimitCrossing crossing, double rate) {
        DispatchCounter.Mark now = crossing.mark();
        boolean changed = choice.measured(before, now, now.secondsSince(before));
        double limit = throughput(before, now) / (1 - crossing.noise());
        rough = false;
        if (changed) {
            proven = 0;
            return limit;
        }
        proven = Math.max(limit, 0.9 * estimate);
        if (limit > RISEN * estimate) {
            return Math.sqrt(limit * rate);
        }
        double passing = MIN_SHARE * rate * Math.min(1, crossing.acceptedShare());
        if (passing <= limit || limit <= 0) {
            return Math.min(rate, limit);
        }
        raised = true;
        return limit * Math.pow(passing / limit, unsaved);
    }

    private double searched(LimitCrossing crossing, double rate) {
        DispatchCounter.Mark now = crossing.mark();
        DispatchCounter.Mark from = searchFrom == null ? now : searchFrom;
        evidence = accepted(from, now);
        double seconds = now.secondsSince(from);
        long requests = now.requestsSince(from);
        if ((requests >= MANY && seconds > 0) || (requests >= SOME && seconds >= WHILE)) {
            searchFrom = now;
            proven = 0;
            return Math.min(throughput(from, now) / (1 - crossing.noise()), rate);
        }
        return proven > 0 && rate > 1.1 * proven ? Math.sqrt(proven * rate) : cut(crossing, rate);
    }

    private static double accepted(DispatchCounter.Mark from, DispatchCounter.Mark to) {
        return (double) Math.max(1, to.requestsSince(from));
    }

    /// Handles a refusal that may belong to the time before a crossing.
    void refused(Dispatch request) {
        last = last == null ? null : last.afterLateRefusal(request);
        searchFrom = searchFrom == null ? null : searchFrom.afterLateRefusal(request);
        roundFrom = roundFrom == null ? null : roundFrom.afterLateRefusal(request);
    }

    /// The accepted units per second between two crossings.
    private double throughput(DispatchCounter.Mark from, DispatchCounter.Mark to) {
        return Math.max(0, to.acceptedSince(from, choice.unit())) / to.secondsSince(from);
    }
}
