package dev.rowan.engine.throttle;

import java.util.OptionalInt;

/// A concurrency limit, for services that limit requests in flight.
///
/// A rate limit, too, refuses requests at about the same number in flight, so observation alone cannot tell the
/// two apart. An experiment can: if several refusals happened at the same number in flight, and no request was
/// accepted above it, requests in flight are bounded just below it and the rate is unbounded. If hardly
/// anything is refused then, the bound stays and is raised after a while, until a request is refused again. If
/// it must be lowered several times in a row, or refusals happen at different levels, the rate was the cause,
/// and the next experiment waits for twice as many crossings. Owned by its throttle.
final class InFlightLimit {
    /// How many dispatches back the number in flight is kept.
    private static final int REMEMBERED = 1 << 14;
    /// The minimum level for an experiment, since a step of one is too coarse below it, and the minimum ratio
    /// of answer to refusal latency.
    private static final int MIN_LEVEL = 8;

    private static final double SLOWER = 5;
    /// The relative tolerance for equal levels before and during an experiment, and the number of consecutive
    /// crossings at the same level that start one.
    private static final double ALIKE = 0.02;

    private static final double SAME = 0.01;
    private static final int ALIKE_CROSSINGS = 2;
    /// The requests and seconds for which a bound is kept before it is raised.
    private static final int HOLD_REQUESTS = 150;

    private static final double HOLD_SECONDS = 3;
    /// The minimum requests between two raises, and after several consecutive cuts, when the bound may be too
    /// low.
    private static final int RAISE_REQUESTS = 25;
    /// The relative step by which the bound is lowered, and initially raised.
    private static final double STEP = 0.005;
    /// The number of refusals at the same level that make a concurrency limit certain, and the maximum counted.
    private static final int CERTAIN = 3;

    private static final int MAX_SCORE = 6;
    /// The consecutive cuts without effect before the bound is abandoned; more if it is certain, since the
    /// limit may have dropped sharply.
    private static final int MAX_LOWERED = 3;

    private static final int MAX_LOWERED_CERTAIN = 8;
    /// The maximum number of crossings between two experiments.
    private static final int MAX_PAUSE = 256;
    private static final double LATENCY_SHARE = 0.05;

    private final int[] levels = new int[REMEMBERED];
    private int inFlight;
    private double bound = Double.POSITIVE_INFINITY;
    private double latency;
    private int score;
    private int lowered;
    private int alike;
    private int highestAccepted;
    private int top;
    private double lastStep;
    private int raises;
    private int crossings;
    private int pause = 1;
    private long changedAfter;
    private long changedAt;
    private boolean reached;

    void dispatched(Dispatch request) {
        inFlight++;
        levels[(int) (request.number() & (REMEMBERED - 1))] = inFlight;
        if (isOn()) {
            reached |= isFull();
            raise(request);
        }
    }

    void ended() {
        inFlight--;
    }

    void succeeded(Dispatch request, double seconds) {
        highestAccepted = Math.max(highestAccepted, level(request));
        latency = latency == 0 ? seconds : latency + LATENCY_SHARE * (seconds - latency);
    }

    boolean isOn() {
        return bound < Double.POSITIVE_INFINITY;
    }

    /// The bound; empty if there is none.
    OptionalInt bound() {
        return isOn() ? OptionalInt.of((int) bound) : OptionalInt.empty();
    }

    boolean isFull() {
        return inFlight >= bound;
    }

    /// Handles a crossing while the rate was the bottleneck: starts an experiment if one is due, the last
    /// crossings had the same number in flight, and no request was accepted above it since.
    void consider(Dispatch refused, long last, double refusalDelay) {
        int level = level(refused);
        boolean same = Math.abs(level - top) <= Math.max(1, ALIKE * top);
        double onTheWay = Math.max(1, level * refusalDelay / Math.max(latency, refusalDelay));
        boolean highest = highestAccepted - level <= onTheWay;
        alike = same && highest ? alike + 1 : 0;
        top = level;
        highestAccepted = 0;
        if (++crossings >= pause && alike >= ALIKE_CROSSINGS && level >= MIN_LEVEL && latency > SLOWER * refusalDelay) {
            crossings = 0;
            score = 0;
            lowered = 0;
            alike = 0;
            bound = (double) level;
            lower(refused, last);
        }
    }

    /// Ends an experiment: the number in flight is not the cause of refusals.
    void giveUp() {
        bound = Double.POSITIVE_INFINITY;
        pause = Math.min(MAX_PAUSE, 2 * pause);
    }

    /// Handles a crossing despite the bound: lowers or abandons it; false if abandoned.
    boolean crossed(Dispatch refused, long last) {
        int level = level(refused);
        if (raises > 0) {
            score += Math.abs(level - top) <= Math.max(1, SAME * top) ? 1 : -1;
            score = Math.min(score, MAX_SCORE);
            top = level;
            lowered = 0;
        } else if (++lowered >= MAX_LOWERED) {
            score -= 1;
        }
        if (score <= -2 || lowered >= (score >= CERTAIN ? MAX_LOWERED_CERTAIN : MAX_LOWERED)) {
            giveUp();
            return false;
        }
        pause = score >= CERTAIN ? 1 : pause;
        lower(refused, last);
        return true;
    }

    private void lower(Dispatch refused, long last) {
        double step = lowered < MAX_LOWERED ? STEP : 0.01 * (1 << lowered);
        double level = Math.min(bound, (double) level(refused));
        bound = Math.max(1, Math.floor(level - Math.max(1, step * level)));
        raises = 0;
        reached = false;
        changedAfter = last;
        changedAt = refused.at();
    }

    /// The relative growth of the bound per request.
    double growth() {
        return raises == 0 ? 0 : lastStep / bound / interval();
    }

    private double interval() {
        return Math.max(RAISE_REQUESTS, bound / 4);
    }

    private void raise(Dispatch request) {
        long requests = request.number() - changedAfter;
        double seconds = (request.at() - changedAt) / 1e9;
        boolean isRising = raises > 0 || lowered >= MAX_LOWERED;
        boolean held = isRising ? requests >= interval() : (requests >= HOLD_REQUESTS && seconds >= HOLD_SECONDS);
        if (held && reached) {
            double step = Math.max(1, STEP * bound);
            lastStep = Math.min(step * (1 << Math.min(raises, 10)), Math.max(1, bound / 8));
            bound += lastStep;
            raises++;
            reached = false;
            changedAfter = request.number();
            changedAt = request.at();
        }
    }

    private int level(Dispatch request) {
        return levels[(int) (request.number() & (REMEMBERED - 1))];
    }
}
