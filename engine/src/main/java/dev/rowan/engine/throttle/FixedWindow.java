package dev.rowan.engine.throttle;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// What is known of a quota that comes whole at fixed times, as one for each minute of the clock.
///
/// A block that lasted ends when a new window begins: somewhere between the last refusal and the probe that
/// passed. Two such ends give the period, what passed between an end and the next block gives the quota, and
/// from then on the quota is spread over the window with a little excess, so that its edge is met in every
/// window: just before its end at first, and when two thirds of it are over once the period is confirmed,
/// since nothing tells of a larger quota before the known one is used up. An edge that is not met, or a probe
/// that passes after it, says that the quota has grown: the search goes on from there. Owned by its throttle.
final class FixedWindow {
    private static final double SECOND = 1e9;
    /// The periods that services use, in seconds.
    private static final double[] PERIODS = {10, 15, 20, 30, 60};
    private static final double EXCESS = 1.015;
    /// The share of a window that is left when its edge is met.
    private static final double AHEAD = 1.0 / 3;
    /// The share of the requests that the probes in that time may be, and that may be spilled at the edge.
    private static final double PROBES = 0.004;
    private static final double SPILL = 0.005;
    /// How far over the quota the use may go before the edge counts as not met.
    private static final double OVERDUE = 1.03;
    /// The share of the quota from which on a single refusal says that it is used up.
    private static final double NEARLY = 0.97;
    /// Up to which share of the period a block may last into a window without contradicting it.
    private static final double LATE = 0.25;
    /// A beginning that is known this well, in nanoseconds, is not searched for any further.
    private static final double EXACT = 0.1 * SECOND;
    /// A block after fewer requests than this says that the beginning before it was none.
    private static final int FEW = 5;
    /// The wait after a beginning that was expected and did not come, in nanoseconds.
    private static final double SOON = 0.25 * SECOND;
    /// How many blocks in a row may end when no window begins until it is clear that there are none, but a
    /// quota for the last so many seconds, which a steady rate uses best.
    private static final int SURPRISES = 3;

    private final LimitUnitDetector choice;
    private double period;
    /// The quota in both units, since the choice between them may change.
    private double requests;

    private double tokens;
    /// The seconds of the window that were left when it was used first, and those over which the quota is
    /// spread.
    private double left = 1;

    private double over = 1;

    private boolean edgeExpected;
    /// Whether the last block ended when a window was to begin.
    private boolean confirmed;

    private int surprises;
    private boolean refuted;
    /// The latest beginning of a window lies between these times.
    private double earliest;
    private double latest;
    private DispatchCounter.@Nullable Mark start;

    FixedWindow(LimitUnitDetector choice) {
        this.choice = choice;
    }

    boolean isKnown() {
        return period > 0;
    }

    /// Takes in what it costs to be ahead: a refusal takes `delay` seconds to come back, and there are no
    /// more than `pause` seconds between two probes.
    void costs(double delay, double pause) {
        double ahead = ahead(requests, pause);
        double spread = Math.max(left - ahead, delay / SPILL);
        over = confirmed ? Math.min(left, spread) : left;
    }

    /// The seconds without a quota in which probes may go out every `pause` seconds, when it is of so many
    /// requests.
    private double ahead(double requests, double pause) {
        return Math.min(AHEAD * period, PROBES * requests * pause);
    }

    /// Whether the quota is used up for longer than is worth another probe after `pause` seconds: a smaller
    /// one than the last was, which comes again at a known time.
    boolean isLongUsedUp(RefusalPeriod block, long at, double pause) {
        if (!confirmed || start == null) {
            return false;
        }
        double passed = block.since().acceptedSince(start, LimitUnit.REQUESTS);
        return (at - block.since().at()) / SECOND > ahead(passed, pause) - pause;
    }

    /// Whether the quota must be used up about now.
    boolean isNearlyUsedUp(DispatchCounter.Mark now) {
        return start != null && edgeExpected && now.acceptedSince(start, choice.unit()) >= NEARLY * quota();
    }

    /// The rate that spreads the quota over the window; empty while no window is known or its edge was not
    /// met.
    OptionalDouble rate() {
        return edgeExpected ? OptionalDouble.of(spread()) : OptionalDouble.empty();
    }

    /// The rate that uses a known quota, from which to search for another.
    OptionalDouble limit() {
        return isKnown() ? OptionalDouble.of(edgeExpected ? quota() / period : spread()) : OptionalDouble.empty();
    }

    /// Forgets the window: the quota does not come at fixed times.
    void forget() {
        period = 0;
        start = null;
        edgeExpected = false;
        confirmed = false;
    }

    /// The seconds from one beginning to the next; 0 when they are not known.
    double period() {
        return period;
    }

    private double spread() {
        return EXCESS * quota() / over;
    }

    private double quota() {
        return choice.unit() == LimitUnit.TOKENS ? tokens : requests;
    }

    /// Moves on with the time. A result is the rate from which the search has to go on, because the edge was
    /// not met.
    OptionalDouble dispatched(DispatchCounter.Mark now) {
        if (!isKnown() || start == null) {
            return OptionalDouble.empty();
        }
        boolean missed = edgeExpected && now.acceptedSince(start, choice.unit()) > OVERDUE * quota() + 2;
        while (now.at() > latest + period * SECOND) {
            missed = true;
            requests = Math.max(requests, now.acceptedSince(start, LimitUnit.REQUESTS));
            tokens = Math.max(tokens, now.acceptedSince(start, LimitUnit.TOKENS));
            earliest += period * SECOND;
            latest += period * SECOND;
            start = now;
        }
        if (missed) {
            edgeExpected = false;
        }
        return missed ? OptionalDouble.of(spread()) : OptionalDouble.empty();
    }

    /// When a quota that is used up may be whole again; empty when that is not known or has long passed.
    /// While the beginning is not known well, the middle of its bounds, which halves them; when it is late,
    /// twice as late.
    OptionalDouble retryAt(long at) {
        if (!isKnown()) {
            return OptionalDouble.empty();
        }
        double first = earliest + period * SECOND;
        double last = latest + period * SECOND;
        double middle = (first + last) / 2;
        if (at < last) {
            return OptionalDouble.of(last - first > EXACT && middle > at ? middle : last);
        }
        return at - last < LATE * period * SECOND
                ? OptionalDouble.of(at + Math.max(SOON, at - last))
                : OptionalDouble.empty();
    }

    /// Takes in the end of a block: between the last refusal and the probe that passed a new window began.
    void reset(RefusalPeriod block, DispatchCounter.Mark probe) {
        if (refuted) {
            return;
        }
        double from = (double) block.lastRefusedAt();
        double to = (double) probe.at();
        if (start != null) {
            double first = earliest + period * SECOND;
            if (isKnown() && !block.isLong() && to < first - EXACT) {
                if (block.since().requestsSince(start) < FEW) {
                    begin(from, to, probe); // a small request had found room before
                }
                return; // else some stray refusals in a row
            }
            double last = latest + period * SECOND;
            if (isKnown() && from < last && to >= first - EXACT) {
                from = Math.max(first, from);
                to = Math.max(from, Math.min(last, to));
                confirmed = true;
                surprises = 0;
            } else if (confirmed && (to < first || to - last > LATE * period * SECOND)) {
                unexpected(from, to, probe);
                return;
            } else if (!confirmed) {
                double blocked = from - block.since().at();
                period = period((from - latest) / SECOND, (to - earliest) / SECOND, blocked / SECOND);
            }
            choice.measured(start, block.since(), 1);
            requests = block.since().acceptedSince(start, LimitUnit.REQUESTS);
            tokens = block.since().acceptedSince(start, LimitUnit.TOKENS);
        }
        period = quota() > 0 ? period : 0;
        begin(from, to, probe);
    }
    /// A block ended when no window was to begin. Soon after a beginning, that one was none: a small request
    /// found room before it. At any other time the quota has changed, rather than the times at which it
    /// comes; but not again and again.
    private void unexpected(double from, double to, DispatchCounter.Mark probe) {
        surprises++;
        edgeExpected = false;
        if (surprises >= SURPRISES) {
            refuted = true;
            period = 0;
            start = null;
        } else if ((to - latest) % (period * SECOND) < LATE * period * SECOND) {
            begin(from, to, probe);
        }
    }

    /// A window began between these times, in which the quota is spread over what is left of it.
    private void begin(double from, double to, DispatchCounter.Mark probe) {
        earliest = from;
        latest = to;
        start = probe;
        edgeExpected = isKnown();
        left = Math.max(1e-3, Math.max(earliest / SECOND + period - probe.at() / SECOND, period / 2));
        over = left;
    }

    /// The longest usual period of which a whole number fits between two beginnings, and which is no shorter
    /// than the block before the second; 0 when there is none. A guess that is too long is found out by the
    /// next block, which ends early.
    private static double period(double least, double most, double block) {
        return Arrays.stream(PERIODS)
                .filter(candidate -> candidate >= block && Math.floor(most / candidate) * candidate >= least)
                .max()
                .orElse(0);
    }
}
