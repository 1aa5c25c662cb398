package dev.rowan.engine.throttle;

import org.jspecify.annotations.Nullable;

/// The dispatch rate between two crossings of the limit, and the estimate of the limit at each of them.
///
/// Until a limit shows there is no rate: the pool alone bounds what is in flight. From then on a round begins
/// a little under the estimate, reaches it within some seconds, stays a little above it until a bucket would
/// have given out what it saved meanwhile, and then rises until the limit is crossed. At that moment the
/// limit is used up, so what was accepted since the last crossing, over the time between, is the limit itself
/// where the service saves what is not used, and no more than the limit where it does not. Crossings in quick
/// succession say that the estimate no longer holds: the rate is cut until enough was accepted to measure
/// anew. Owned by its throttle.
final class LimitSearch {
    /// The seconds a round takes to reach the estimate, and the requests it must have room for, so that one
    /// refusal a round stays under one in a hundred.
    private static final double ROUND = 4.5;
    private static final double ROUND_REQUESTS = 115;
    /// How many requests a round may take for each that its estimate was measured with: what a few refusals
    /// in a row made of the estimate is not believed for long.
    private static final double TRUST = 4;
    /// How much shorter a round is whose estimate comes from a search and not from a whole round.
    private static final double ROUGH = 0.35;
    /// The growth after that, per second, as an exponent: twice the rate after 1.7 s.
    private static final double RISE = 0.4;
    /// By how much a rate may exceed the estimate whatever it spills, and the share of requests that may be
    /// spilled.
    private static final double FREE = 3;
    private static final double SPILL = 0.005;
    /// Crossings closer together than so many seconds belong to one search.
    private static final double QUIET = 2;
    /// The least and the largest share that is left when the estimate no longer holds and there is none to
    /// replace it.
    private static final double DEEPEST_CUT = 0.3;

    private static final double CUT = 0.85;
    /// The least that is left where a sliding window is full for a moment.
    private static final double SLIDING_CUT = 0.95;
    /// The share of the rate at a crossing that the limit is at least, where the service saves nothing.
    private static final double MIN_SHARE = 0.95;
    /// A measured limit this much over the last one says that the limit has risen, and by more than was
    /// measured.
    private static final double RISEN = 1.15;
    /// What a search must have seen accepted before it measures: many requests, or some over a while.
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
    /// The seconds that a sliding window counts; 0 where there is none.
    private double window;
    /// How far it is believed that the service saves nothing, from 0 to 1, and whether the estimate rests on
    /// that.
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

    /// Whether no limit was found so far.
    boolean isUnlimited() {
        return unlimited;
    }

    /// Whether the rate is below the estimate, so that what is refused now is not refused for its sake.
    boolean isBelowEstimate() {
        return unlimited || grown < round().seconds();
    }

    /// Whether the estimate is what was measured, and no guess above it.
    boolean isMeasured() {
        return !raised;
    }

    /// The growth of the rate at this moment, per second, as an exponent.
    double growth() {
        if (unlimited) {
            return 0;
        }
        return round().growth(grown);
    }

    /// The present rate, in units a second.
    double rate() {
        if (unlimited) {
            return Double.POSITIVE_INFINITY;
        }
        return estimate * round().rate(grown);
    }

    /// The present round. Where a window slides it lasts as long, and rises gently, so that the window stays even.
    private ProbeRound round() {
        double requests = Math.min(ROUND_REQUESTS, TRUST * evidence);
        double seconds = Math.max(Math.max(ROUND, window), requests * meanWeight / estimate);
        return new ProbeRound((rough ? ROUGH : 1) * seconds, window == 0 ? RISE : RISE * ROUND / window);
    }

    /// The present rate, but no more than would have one in `1 / share` of the requests since the last
    /// crossing refused at once when the limit is met, since it takes `delay` seconds to hear of it. Three
    /// times the estimate is allowed.
    double rate(DispatchCounter.Mark now, double delay) {
        if (unlimited) {
            return rate();
        }
        roundFrom = roundFrom == null ? now : roundFrom;
        double sent = now.acceptedSince(roundFrom, choice.unit());
        return Math.min(rate(), Math.max(FREE * estimate, SPILL * sent / delay));
    }

    /// Lets the rate rise by so many seconds in which it was the rate that held requests back.
    void grow(double seconds) {
        grown += seconds;
    }

    /// Keeps the rate when the unit has changed.
    void convert(double meanTokens) {
        if (unit != choice.unit()) {
            unit = choice.unit();
            double mean = Math.max(1, meanTokens);
            estimate = unit == LimitUnit.TOKENS ? estimate * mean : estimate / mean;
            proven = 0;
            meanWeight = unit == LimitUnit.TOKENS ? mean : 1;
        }
    }

    /// Begins a round at the present estimate, after a block. What a quota for the last so many seconds gave
    /// before it is no measure.
    void restart(DispatchCounter.Mark probe) {
        last = window == 0 ? last : probe;
        restart();
    }

    /// Begins a round at the present estimate.
    private void restart() {
        roundFrom = null;
        grown = 0;
    }

    /// Begins a round at the present estimate when the limit was crossed for another reason than the rate.
    void resume(DispatchCounter.Mark crossed) {
        last = crossed;
        restart();
    }

    /// Begins rounds of so many seconds at a limit that counts what was accepted in the last of them.
    void slide(double limit, double seconds, DispatchCounter.Mark now, double meanTokens) {
        window = seconds;
        rise(limit, meanTokens);
        resume(now);
        remember();
    }

    /// Rises from a limit that is known in another way and to have grown.
    void rise(double limit, double meanTokens) {
        unlimited = false;
        rough = false;
        estimate = limit;
        evidence = ROUND_REQUESTS;
        weigh(meanTokens);
        restart();
        grown = round().searchesAfter();
    }

    /// Whether crossing the limit now says that the estimate is wrong: before the rate came to it, or just
    /// after the last crossing.
    boolean isUnexpected(DispatchCounter.Mark now) {
        return last != null && !unlimited && (grown < round().seconds() || now.secondsSince(last) <= QUIET);
    }

    /// Remembers the present estimate for [#undo].
    void remember() {
        unlimitedBefore = unlimited;
        estimateBefore = estimate;
    }

    /// Goes back to the remembered estimate, since cuts changed nothing.
    void undo() {
        unlimited = unlimitedBefore;
        estimate = estimateBefore;
        rough = false;
        evidence = ROUND_REQUESTS;
        last = null;
        restart();
        grown = round().seconds();
    }

    /// Takes in that the limit was crossed and begins the next round.
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
        } else if (now.secondsSince(before) > QUIET) {
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

    /// A refusal that may belong to the time before a crossing.
    void refused(Dispatch request) {
        last = last == null ? null : last.afterLateRefusal(request);
        searchFrom = searchFrom == null ? null : searchFrom.afterLateRefusal(request);
        roundFrom = roundFrom == null ? null : roundFrom.afterLateRefusal(request);
    }

    /// What was accepted in a second between two crossings.
    private double throughput(DispatchCounter.Mark from, DispatchCounter.Mark to) {
        return Math.max(0, to.acceptedSince(from, choice.unit())) / to.secondsSince(from);
    }
}
