package dev.rowan.engine.throttle;

import org.jspecify.annotations.Nullable;

/// The dispatch rate between two refusals, and the estimate of the limit at each of them.
///
/// The law: the rate starts at 100 requests a second and doubles every second until the first refusal. From
/// then on it begins each round a little under the estimate, reaches it within some seconds, and goes on to
/// rise until it is refused again. A refusal says that the limit is used up at this moment, so what was
/// accepted between two refusals, over the time between them, is the limit itself. Refusals in quick succession
/// say that the estimate no longer holds: the rate is cut until enough was accepted to measure anew. Owned by
/// its throttle.
final class LimitSearch {
    private static final double START = 100;
    /// The seconds the first ramp may rise before anything has come back.
    private static final double UNANSWERED = 1;
    /// Where a round begins, as a share of the estimate.
    private static final double LOW = 0.96;
    /// The seconds a round takes to reach the estimate, and the requests it must have room for, so that one
    /// refusal a round stays under one in a hundred.
    private static final double ROUND = 5.5;
    private static final double ROUND_REQUESTS = 130;
    /// How many requests a round may take for each that its estimate was measured with: what a few refusals in a
    /// row made of the estimate is not believed for long.
    private static final double TRUST = 4;
    /// How much shorter a round is whose estimate comes from a search and not from a whole round.
    private static final double ROUGH = 0.35;
    /// The growth beyond the estimate, per second, as an exponent: twice the rate after 1.7 s.
    private static final double RISE = 0.4;
    /// By how much a rate may exceed the estimate whatever it spills, and the share of requests that may be
    /// spilled.
    private static final double FREE = 3;
    private static final double SPILL = 0.005;
    /// Refusals closer together than so many seconds belong to one search.
    private static final double QUIET = 2;
    /// The share that is left when the estimate no longer holds and there is none to replace it.
    private static final double CUT = 0.85;
    /// A measured limit this much over the last one says that the limit has risen, and by more than was
    /// measured.
    private static final double RISEN = 1.15;
    /// What a search must have seen accepted before it measures: many requests, or some over a while.
    private static final int MANY = 50;
    private static final int SOME = 20;
    private static final double WHILE = 0.4;

    private final UnitChoice choice;
    private Unit unit = Unit.REQUESTS;
    private boolean ramp = true;
    private boolean answered;
    private boolean rough;
    private double anchor = START;
    private double grown;
    private double floor;
    private double meanWeight = 1;
    private double evidence = ROUND_REQUESTS;
    private Tally.@Nullable Mark last;
    private Tally.@Nullable Mark searchFrom;
    private Tally.@Nullable Mark roundFrom;

    LimitSearch(UnitChoice choice) {
        this.choice = choice;
    }

    /// The present rate, in units a second.
    double rate() {
        if (ramp) {
            return anchor * Math.pow(2, answered ? grown : Math.min(grown, UNANSWERED));
        }
        double round = round();
        return grown < round ? anchor * (LOW + (1 - LOW) * grown / round) : anchor * Math.exp(RISE * (grown - round));
    }

    /// The seconds until a round reaches its estimate.
    private double round() {
        double requests = Math.min(ROUND_REQUESTS, TRUST * evidence);
        return (rough ? ROUGH : 1) * Math.max(ROUND, requests * meanWeight / anchor);
    }

    /// The present rate, but no more than would have one in `1 / share` of the requests since the last refusal
    /// refused at once when the limit is met, since it takes `delay` seconds to hear of it. Three times the
    /// estimate is allowed.
    double rate(Tally.Mark now, double delay) {
        if (ramp) {
            return rate();
        }
        roundFrom = roundFrom == null ? now : roundFrom;
        double sent = now.acceptedSince(roundFrom, choice.unit());
        return Math.min(rate(), Math.max(FREE * anchor, SPILL * sent / delay));
    }

    /// Whether nothing was refused so far.
    boolean isRamp() {
        return ramp;
    }

    /// Something came back: the ramp may go on.
    void answered() {
        if (!answered) {
            answered = true;
            grown = Math.min(grown, UNANSWERED);
        }
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
            anchor = unit == Unit.TOKENS ? anchor * mean : anchor / mean;
            floor = 0;
            meanWeight = unit == Unit.TOKENS ? mean : 1;
        }
    }

    /// Begins a round at the present estimate.
    void restart() {
        roundFrom = null;
        grown = 0;
    }

    /// Begins a round at a limit that is known in another way.
    void restart(double limit, double meanTokens) {
        ramp = false;
        anchor = limit;
        evidence = ROUND_REQUESTS;
        weigh(meanTokens);
        restart();
    }

    /// Rises from a limit that is known to have grown.
    void rise(double limit, double meanTokens) {
        restart(limit, meanTokens);
        grown = round();
    }

    /// Takes in a refusal and begins the next round. No estimate is lower than `slowest`, the rate at the longest
    /// delay: requests go out at that rate in any case, and from a lower one it would take longer to rise again.
    void refused(Tally.Mark now, double meanTokens, double slowest) {
        double rate = rate();
        Tally.Mark before = last;
        last = now;
        roundFrom = now;
        if (before == null || now.secondsSince(before) > QUIET) {
            searchFrom = now;
            evidence = before == null || ramp ? ROUND_REQUESTS : accepted(before, now);
            anchor = Math.max(slowest, before == null || ramp ? rate / 2 : measured(before, now, rate));
            rough = false;
        } else {
            anchor = Math.max(slowest, searched(now, rate));
            rough = true;
        }
        ramp = false;
        grown = 0;
        weigh(meanTokens);
    }

    private void weigh(double meanTokens) {
        unit = choice.unit();
        meanWeight = unit == Unit.REQUESTS ? 1 : Math.max(1, meanTokens);
    }

    private double measured(Tally.Mark before, Tally.Mark now, double rate) {
        boolean changed = choice.measured(before, now, now.secondsSince(before));
        double limit = throughput(before, now);
        if (changed) {
            floor = 0;
            return limit;
        }
        floor = Math.max(limit, 0.9 * anchor);
        return limit > RISEN * anchor ? Math.sqrt(limit * rate) : Math.min(limit, rate);
    }

    private double searched(Tally.Mark now, double rate) {
        Tally.Mark from = searchFrom == null ? now : searchFrom;
        evidence = accepted(from, now);
        double seconds = now.secondsSince(from);
        long requests = now.requestsSince(from);
        if ((requests >= MANY && seconds > 0) || (requests >= SOME && seconds >= WHILE)) {
            searchFrom = now;
            floor = 0;
            return Math.min(throughput(from, now), rate);
        }
        return floor > 0 && rate > 1.1 * floor ? Math.sqrt(floor * rate) : CUT * rate;
    }

    private static double accepted(Tally.Mark from, Tally.Mark to) {
        return (double) Math.max(1, to.requestsSince(from));
    }

    /// What was accepted in a second between two refusals. Refusals that overtake each other may make it too
    /// small.
    private double throughput(Tally.Mark from, Tally.Mark to) {
        return Math.max(0, to.acceptedSince(from, choice.unit())) / to.secondsSince(from);
    }
}
