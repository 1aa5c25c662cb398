package dev.rowan.engine.throttle;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// A quota that resets at fixed times, such as every minute of the clock.
///
/// A long block ends when a new window starts: between the last refusal and the probe that was accepted. Two
/// such ends give the period, and the requests accepted between an end and the next block give the quota. From
/// then on the quota is spread over the window with a little excess, so that every window exhausts it: just
/// before its end at first, and after two thirds once the period is confirmed, since a larger quota shows only
/// when the known one is exhausted. If the quota is not exhausted, or a probe is accepted afterwards, it has
/// grown and the search continues. Owned by its throttle.
final class FixedWindow {
    private static final double SECOND = 1e9;
    /// The usual periods, in seconds.
    private static final double[] PERIODS = {10, 15, 20, 30, 60};
    private static final double EXCESS = 1.015;
    /// The share of a window that is left when the quota is exhausted.
    private static final double AHEAD = 1.0 / 3;
    /// The maximum share of requests that are probes during that time, and that are refused when the quota is
    /// exhausted.
    private static final double PROBES = 0.004;
    private static final double SPILL = 0.005;
    /// How far usage may exceed the quota before it counts as not exhausted.
    private static final double OVERDUE = 1.03;
    /// The share of the quota from which a single refusal means that it is exhausted.
    private static final double NEARLY = 0.97;
    /// The share of the period for which a block may last into a window without contradicting it.
    private static final double LATE = 0.25;
    /// A window start known to this precision, in nanoseconds, is not refined further.
    private static final double EXACT = 0.1 * SECOND;
    /// A block after fewer requests means that the preceding window start was wrong.
    private static final int MIN_REQUESTS = 5;
    /// The wait after an expected window start that did not happen, in nanoseconds.
    private static final double LATE_RETRY = 0.25 * SECOND;
    /// The number of consecutive blocks that may end at unexpected times. After that, the service uses a
    /// sliding window, for which a steady rate is best.
    private static final int SURPRISES = 3;

    private final LimitUnitDetector choice;
    private double period;
    /// The quota in both units, since the detected unit may change.
    private double requests;

    private double tokens;
    /// The seconds left of the window at its first use, and the seconds over which the quota is spread.
    private double left = 1;

    private double over = 1;

    private boolean edgeExpected;
    /// Whether the last block ended at an expected window start.
    private boolean confirmed;

    private int surprises;
    private boolean refuted;
    /// The bounds of the latest window start.
    private double earliest;
    private double latest;
    private DispatchCounter.@Nullable Mark start;

    FixedWindow(LimitUnitDetector choice) {
        this.choice = choice;
    }

    boolean isKnown() {
        return period > 0;
    }

    /// Updates the spread from the cost of exhausting the quota early: a refusal arrives after `delay` seconds,
    /// and probes are at most `pause` seconds apart.
    void updateSpread(double delay, double pause) {
        double ahead = ahead(requests, pause);
        double spread = Math.max(left - ahead, delay / SPILL);
        over = confirmed ? Math.min(left, spread) : left;
    }

    /// The seconds without quota that probes every `pause` seconds can cover, for a quota of this many
    /// requests.
    private double ahead(double requests, double pause) {
        return Math.min(AHEAD * period, PROBES * requests * pause);
    }

    /// Whether the quota has been exhausted for so long that another probe after `pause` seconds is not
    /// worthwhile: the quota has shrunk and resets at a known time.
    boolean isLongUsedUp(RefusalPeriod block, long at, double pause) {
        if (!confirmed || start == null) {
            return false;
        }
        double passed = block.since().acceptedSince(start, LimitUnit.REQUESTS);
        return (at - block.since().at()) / SECOND > ahead(passed, pause) - pause;
    }

    /// Whether the quota must be nearly exhausted now.
    boolean isNearlyUsedUp(DispatchCounter.Mark now) {
        return start != null && edgeExpected && now.acceptedSince(start, choice.unit()) >= NEARLY * quota();
    }

    /// The rate that spreads the quota over the window; empty if no window is known or the quota was not
    /// exhausted.
    OptionalDouble rate() {
        return edgeExpected ? OptionalDouble.of(spread()) : OptionalDouble.empty();
    }

    /// The rate of the known quota, from which to search for a new one.
    OptionalDouble limit() {
        return isKnown() ? OptionalDouble.of(edgeExpected ? quota() / period : spread()) : OptionalDouble.empty();
    }

    /// Discards the window: the quota does not reset at fixed times.
    void forget() {
        period = 0;
        start = null;
        edgeExpected = false;
        confirmed = false;
    }

    /// The window's period in seconds; 0 if unknown.
    double period() {
        return period;
    }

    private double spread() {
        return EXCESS * quota() / over;
    }

    private double quota() {
        return choice.unit() == LimitUnit.TOKENS ? tokens : requests;
    }

    /// Advances to the current time. Returns the rate from which to continue the search if the quota was not
    /// exhausted.
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

    /// When an exhausted quota may reset; empty if unknown or long past. While the window start is imprecise,
    /// the middle of its bounds (bisection); if it is late, the delay doubles.
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
                ? OptionalDouble.of(at + Math.max(LATE_RETRY, at - last))
                : OptionalDouble.empty();
    }

    /// Handles the end of a block: a new window started between the last refusal and the accepted probe.
    void reset(RefusalPeriod block, DispatchCounter.Mark probe) {
        if (refuted) {
            return;
        }
        double from = (double) block.lastRefusedAt();
        double to = (double) probe.at();
        if (start != null) {
            double first = earliest + period * SECOND;
            if (isKnown() && !block.isLong() && to < first - EXACT) {
                if (block.since().requestsSince(start) < MIN_REQUESTS) {
                    startWindow(from, to, probe); // a small request had found room before
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
        startWindow(from, to, probe);
    }
    /// A block ended at an unexpected time. Soon after a window start, that start was wrong: a small request
    /// fitted into the old window. Otherwise the quota has changed rather than the period, unless this repeats.
    private void unexpected(double from, double to, DispatchCounter.Mark probe) {
        surprises++;
        edgeExpected = false;
        if (surprises >= SURPRISES) {
            refuted = true;
            period = 0;
            start = null;
        } else if ((to - latest) % (period * SECOND) < LATE * period * SECOND) {
            startWindow(from, to, probe);
        }
    }

    /// A window started between these times; spreads the quota over the rest of it.
    private void startWindow(double from, double to, DispatchCounter.Mark probe) {
        earliest = from;
        latest = to;
        start = probe;
        edgeExpected = isKnown();
        left = Math.max(1e-3, Math.max(earliest / SECOND + period - probe.at() / SECOND, period / 2));
        over = left;
    }

    /// The longest usual period that fits a whole number of times between two window starts and is not shorter
    /// than the block before the second; 0 if there is none. If the guess is too long, the next block ends
    /// early and corrects it.
    private static double period(double min, double max, double block) {
        return Arrays.stream(PERIODS)
                .filter(candidate -> candidate >= block && Math.floor(max / candidate) * candidate >= min)
                .max()
                .orElse(0);
    }
}
