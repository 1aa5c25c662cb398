package dev.rowan.engine.throttle;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// Finds the service's rate limit by search and stays just below it.
/// [LimitSearch] controls the rate and measures the limit between refusals, which is enough for a token bucket.
/// [RefusalPeriod] probes while everything is refused. [FixedWindow] detects a quota that resets at fixed times, and
/// spreads it over the window. The rate is cut once per congestion epoch: refusals of requests sent before the last
/// cut count, but do not cut again. Measurements are in docs/adr/0005-adaptive-throttle.md.
public final class AdaptiveThrottle implements Throttle {
    private static final double SECOND = 1e9;
    /// The requests after which a round that reached its estimate has confirmed it.
    private static final int SETTLED = 50;

    private final DispatchTimer timer;
    private final DispatchCounter tally = new DispatchCounter();
    private final LimitUnitDetector choice = new LimitUnitDetector();
    private final NoiseFloor noise = new NoiseFloor();
    private final LimitEvidence evidence = new LimitEvidence(noise);
    private final CutHistory cuts = new CutHistory();
    private final LimitSearch search = new LimitSearch(choice);
    private final DispatchRate dispatchRate = new DispatchRate();
    private final FixedWindow window = new FixedWindow(choice);
    private final RefusalDelay refusalDelay = new RefusalDelay();
    private final RefusalPeriod block = new RefusalPeriod();
    private final InFlightLimit inFlight = new InFlightLimit();

    private DelayRange pace;
    private long lastAt;
    private long cutAfter;
    private long epochs;
    /// Until when a sliding window may be uneven, so that refusals do not reflect the rate.
    private double evenAt = Double.NEGATIVE_INFINITY;

    public AdaptiveThrottle(DelayRange pace, RandomGenerator random) {
        this.pace = pace;
        this.timer = new DispatchTimer(random);
    }

    @Override
    public long next(long tokens) {
        return inFlight.isFull() && !pace.isFixed() ? Long.MAX_VALUE : (long) timer.nextAt();
    }

    @Override
    public void tighten(ThrottleBounds bounds) {
        pace = pace.tightened(bounds.pace());
    }

    @Override
    public Duration delay() {
        return Duration.ofNanos((long) interval(meanWeight()));
    }

    @Override
    public PermittedRate permitted(long now, long until) {
        if (timer.nextAt() >= until) {
            return PermittedRate.NOTHING;
        }
        if (block.isOn()) {
            return block.probeIsOut() && timer.nextAt() > now ? PermittedRate.NOTHING : PermittedRate.PROBE;
        }
        double weight = meanWeight();
        return new PermittedRate(
                SECOND * weight / interval(weight),
                choice.unit(),
                weight,
                pace.isFixed() ? OptionalInt.empty() : inFlight.bound(),
                false);
    }

    @Override
    public long epochs() {
        return epochs;
    }

    @Override
    public Optional<RateEstimate> estimate() {
        OptionalDouble limit = window.limit();
        if (limit.isEmpty() && search.isUnlimited()) {
            return Optional.empty();
        }
        return Optional.of(new RateEstimate(limit.orElseGet(search::estimate), choice.unit()));
    }

    @Override
    public void startAt(RateEstimate estimate, long at) {
        choice.assume(estimate.unit());
        search.startAt(estimate.perSecond(), tally.now(at));
    }

    @Override
    public void on(ThrottleEvent event) {
        switch (event) {
            case ThrottleEvent.Dispatched(Dispatch request) -> dispatched(request);
            case ThrottleEvent.Succeeded(Dispatch request, long at, var _) -> succeeded(request, at);
            case ThrottleEvent.CapacityError(Dispatch request, long at, var _) -> refused(request, at);
            case ThrottleEvent.Failed _ -> inFlight.ended();
        }
    }

    private void dispatched(Dispatch request) {
        if (block.probeIsOut()) {
            unblock(request.at()); // it was out for longer than a refusal takes
        }
        double interval = interval(choice.unit().weight(request));
        if (tally.last() > 0 && paced(request.at(), interval)) {
            boolean below = search.isBelowEstimate();
            search.grow((request.at() - lastAt) / SECOND / refusalDelay.stretch());
            noise.passed(search.rate() / meanWeight());
            if (below && !search.isBelowEstimate() && search.isMeasured()) {
                noise.add((double) (tally.last() - cutAfter), (double) evidence.refusedSinceReset());
            }
        }
        tally.sent(request);
        lastAt = request.at();
        dispatchRate.dispatched(tally.now(lastAt));
        inFlight.dispatched(request);
        if (block.isOn()) {
            block.probe(request);
            timer.set(request.at() + Math.min(refusalDelay.bound() * SECOND, longest()));
            return;
        }
        window.dispatched(tally.mark(request)).ifPresent(limit -> search.rise(limit, tally.meanTokens()));
        timer.dispatched(request.at(), interval, search.isUnlimited());
    }

    /// Whether the search delayed this request, not a lack of requests: only then may the rate rise.
    private boolean paced(long at, double interval) {
        return !block.isOn()
                && window.rate().isEmpty()
                && !search.isUnlimited()
                && !inFlight.isOn()
                && timer.isOnTime(at, interval)
                && search.rate() < 2 * dispatchRate.perSecond(tally.now(lastAt), choice.unit());
    }

    private void succeeded(Dispatch request, long at) {
        inFlight.ended();
        inFlight.succeeded(request, (at - request.at()) / SECOND);
        if (block.isProbe(request)) {
            unblock(at);
        }
    }

    private void unblock(long at) {
        DispatchCounter.Mark probe = tally.mark(block.probe());
        if (block.isLong() || window.isKnown()) {
            window.reset(block, probe);
            window.updateSpread(refusalDelay.mean(), longest() / SECOND);
            search.convert(tally.meanTokens());
        }
        block.end();
        search.restart(probe);
        window.limit().ifPresent(limit -> search.rise(limit, tally.meanTokens()));
        timer.set((double) at);
    }

    private void refused(Dispatch request, long at) {
        inFlight.ended();
        tally.refused(request);
        search.refused(request);
        refusalDelay.measured((at - request.at()) / SECOND);
        block.refused(request);
        if (request.number() <= cutAfter) {
            cuts.refused(request.number());
            return;
        }
        if (inFlight.isOn() && refusedInFlight(request)) {
            return;
        }
        if (block.isOn()) {
            epochs++;
            cutAfter = tally.last();
            block.strike(tally.mark(request), interval(meanWeight()) / SECOND);
        } else if (!isEvidence(request)) {
            return;
        } else {
            crossed(request);
        }
        timer.set(block.isStruck() ? nextProbe(at) : Math.max(timer.nextAt(), at + pause()));
    }

    /// Handles a refusal while requests in flight are bounded; false if all are refused, which has another cause.
    private boolean refusedInFlight(Dispatch request) {
        if (!evidence.refused(request.number(), LimitEvidence.chance(inFlight.growth()))) {
            return true;
        }
        if (evidence.isRun() && evidence.isAllRefused()) {
            inFlight.giveUp();
            return false;
        }
        if (tally.last() - cutAfter > SETTLED) {
            evidence.countNoise();
        }
        if (!inFlight.crossed(request, tally.last())) {
            search.resume(tally.mark(request));
        }
        startEpoch();
        return true;
    }

    /// Whether this refusal shows that the limit was crossed. Without a known limit, a few refusals never do.
    private boolean isEvidence(Dispatch request) {
        double growth = search.growth() * interval(meanWeight()) / SECOND;
        boolean crossed = evidence.refused(request.number(), LimitEvidence.chance(growth));
        if (request.at() < evenAt) {
            return evidence.isRun();
        }
        if (isSliding(request)) {
            slide(request.at());
            return false;
        }
        if (window.isKnown() && !noise.isQuiet()) {
            return crossed && evidence.isRun();
        }
        return crossed && (!search.isUnlimited() || evidence.isEnoughForAFirstLimit());
    }

    /// Whether refusals and successes alternate while most of a fixed quota must be left: the service counts a
    /// sliding window, not a fixed one.
    private boolean isSliding(Dispatch request) {
        return window.rate().isPresent()
                && !window.isNearlyUsedUp(tally.mark(request))
                && (noise.isQuiet() ? block.isScattered() : evidence.isScattered());
    }

    /// Continues at a steady rate, which is best for a sliding window.
    private void slide(long at) {
        search.slide(window.limit().orElseThrow(), window.period(), tally.now(at), tally.meanTokens());
        evenAt = at + window.period() * SECOND;
        window.forget();
        cuts.clear();
        startEpoch();
    }

    /// The limit was crossed: starts a new epoch. If nothing was accepted since the last cut, probes follow.
    private void crossed(Dispatch request) {
        DispatchCounter.Mark mark = tally.mark(request);
        if (request.at() < evenAt) {
            block.start(mark);
        } else if (evidence.isAllRefused() && !window.isKnown()) {
            noise.forgetSuspects();
            block.strike(mark, interval(meanWeight()) / SECOND);
        } else {
            cut(request, mark);
        }
        startEpoch();
    }

    private void startEpoch() {
        epochs++;
        extendEpoch();
    }

    @Override
    public void extendEpoch() {
        cutAfter = tally.last();
        evidence.reset(cutAfter);
    }

    /// Whether the crossing was expected: after a long enough round that reached its estimate.
    private boolean isSettled(DispatchCounter.Mark mark) {
        return search.isUnlimited() || (!search.isUnexpected(mark) && mark.number() - cutAfter > SETTLED);
    }

    /// Cuts the rate to the limit, or restores the previous rate if the last cuts had no effect.
    private void cut(Dispatch request, DispatchCounter.Mark mark) {
        double rate = dispatchRate.bounded(search.rate(), tally.now(lastAt), choice.unit());
        double requestRate = rate / meanWeight();
        boolean wasLimited = !search.isUnlimited();
        boolean settled = isSettled(mark);
        boolean isOver = settled && cuts.isOver(requestRate);
        if (!settled) {
            noise.suspect((double) (request.number() - cutAfter), (double) evidence.refusedSinceReset(), requestRate);
        } else if (isOver) {
            cuts.clear();
            search.remember();
        }
        double delivered = cuts.delivered() * meanWeight();
        if (!settled || isOver) {
            cuts.cut(cutAfter, tally.last(), requestRate, evidence);
        }
        if (!settled && cuts.isNoise(noise.share())) {
            noise.add(cuts.sent(), cuts.refused());
            cuts.clear();
            search.undo();
            return;
        }
        noise.limitFound();
        LimitUnit unit = choice.unit();
        choice.refused(request, tally.meanTokens());
        double slowest = SECOND * meanWeight() / longest();
        search.crossed(new LimitCrossing(
                mark, tally.meanTokens(), rate, evidence.acceptedShare(), delivered, noise.share(), slowest));
        if (choice.unit() != unit) {
            noise.doubt();
        }
        if (window.isKnown()) {
            evidence.countNoise();
            block.start(mark);
        } else {
            block.passed(mark);
            if (wasLimited && !pace.isFixed()) {
                inFlight.consider(request, tally.last(), refusalDelay.mean());
            }
        }
    }

    /// The maximum pause applies to probes too, unless a used-up quota resets at a known later time: then the pauses
    /// double, as if there were a `Retry-After`.
    private double nextProbe(long at) {
        boolean mayBeNoise = block.isUnprobed() && !window.isNearlyUsedUp(block.since());
        OptionalDouble whole = mayBeNoise ? OptionalDouble.empty() : window.retryAt(at);
        double max = longest();
        if (whole.isPresent() && !pace.isFixed() && window.isLongUsedUp(block, at, max / SECOND)) {
            max = Math.max(max, (double) at - block.since().at());
        }
        return Math.min(whole.orElse(at + block.pause() * SECOND), at + max);
    }

    private double pause() {
        return Math.min(choice.unit().pause() * interval(meanWeight()), longest());
    }

    private double meanWeight() {
        return choice.unit() == LimitUnit.TOKENS ? Math.max(1, tally.meanTokens()) : 1;
    }

    private double interval(double weight) {
        DispatchCounter.Mark now = tally.now(lastAt);
        double rate = inFlight.isOn()
                ? 2 * dispatchRate.perSecond(now, choice.unit())
                : window.rate().orElseGet(() -> search.rate(now, refusalDelay.mean()));
        return Math.clamp(SECOND * weight / rate, (double) pace.min().toNanos(), longest());
    }

    private double longest() {
        return (double) pace.max().toNanos();
    }
}
