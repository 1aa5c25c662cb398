package dev.rowan.engine.throttle;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/// Searches the service's limit and stays just under it, without being told what it is.
///
/// Three parts share the work. [LimitSearch] holds the rate and measures the limit between refusals, which is
/// all there is to a limit that fills drop by drop. [Block] probes while everything is refused. [FixedWindow]
/// learns from such blocks that the quota comes whole at fixed times, and spreads it over the window. A cut
/// is made once in a congestion epoch: refusals of requests that went out before the last cut count, but cut
/// no more. The figures are in docs/adr/0005-adaptive-throttle.md.
public final class AdaptiveThrottle implements Throttle {
    private static final double SECOND = 1e9;
    /// How far a late dispatch may be made up for by the next ones: one interval, within these; the most
    /// while nothing was refused yet, so that a busy machine does not slow the ramp.
    private static final double SLACK = 0.005 * SECOND;

    private static final double MOST_SLACK = 0.05 * SECOND;
    private static final double JITTER = 0.05;
    /// The pause after a refusal, in intervals. A bucket of tokens must hold what a large request needs.
    private static final double PAUSE_REQUESTS = 1;
    private static final double PAUSE_TOKENS = 5;

    /// The chance for each request that the limit has changed, and, where the rate rises, the chance that it
    /// has come to the limit for each unit of that growth: the estimate is good to about a tenth.
    private static final double CHANCE = 1e-4;

    private static final double LIMIT_DENSITY = 3;
    /// The odds after a cut that it was not enough.
    private static final double STILL_CROSSED = 0.1;

    /// The refusals that it takes at least to find a first limit.
    private static final int FIRST_REFUSALS = 4;
    /// The requests after which a round that came to its estimate has proven it.
    private static final int SETTLED = 50;
    /// From this share of noise on a quota that is used up must refuse several in a row.
    private static final double NOISY = 0.002;

    /// By how much the rate may exceed what went out in the last second or two: it rises meanwhile. Where it
    /// is more, it is not the rate that holds requests back.
    private static final double OVERTAKEN = 1.35;

    private final RandomGenerator random;
    private final Tally tally = new Tally();
    private final UnitChoice choice = new UnitChoice();
    private final NoiseFloor noise = new NoiseFloor();
    private final LimitEvidence evidence = new LimitEvidence(noise);
    private final CutHistory cuts = new CutHistory();
    private final LimitSearch search = new LimitSearch(choice);
    private final DispatchRate dispatchRate = new DispatchRate();
    private final FixedWindow window = new FixedWindow(choice);
    private final RefusalDelay refusalDelay = new RefusalDelay();
    private final Block block = new Block();
    private final InFlightLimit inFlight = new InFlightLimit();

    private Pace pace;
    private double nextAt = Double.NEGATIVE_INFINITY;
    private long lastAt;
    private long cutAfter;

    public AdaptiveThrottle(Pace pace, RandomGenerator random) {
        this.pace = pace;
        this.random = random;
    }

    @Override
    public long next(long tokens) {
        return inFlight.isFull() && !pace.isFixed() ? Long.MAX_VALUE : (long) nextAt;
    }

    @Override
    public void tighten(Bounds bounds) {
        pace = pace.tightened(bounds.pace());
    }

    @Override
    public Duration delay() {
        return Duration.ofNanos((long) interval(meanWeight()));
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
            nextAt = request.at() + Math.min(refusalDelay.bound() * SECOND, longest());
            return;
        }
        window.dispatched(tally.mark(request)).ifPresent(limit -> search.rise(limit, tally.meanTokens()));
        double jitter = 1 + JITTER * (2 * random.nextDouble() - 1);
        nextAt = Math.max(nextAt, request.at() - slack(interval)) + interval * jitter;
    }

    /// Whether it was the search that held this request back, and not a lack of requests: only then may the
    /// rate rise.
    private boolean paced(long at, double interval) {
        return !block.isOn()
                && window.rate().isEmpty()
                && !search.isUnlimited()
                && !inFlight.isOn()
                && at - nextAt < 2 * slack(SLACK) + interval
                && search.rate() < 2 * dispatchRate.perSecond(tally.now(lastAt), choice.unit());
    }

    private double slack(double interval) {
        return search.isUnlimited() ? MOST_SLACK : Math.clamp(interval, SLACK, MOST_SLACK);
    }

    private void succeeded(Dispatch request, long at) {
        inFlight.ended();
        inFlight.succeeded(request, (at - request.at()) / SECOND);
        if (block.isProbe(request)) {
            unblock(at);
        }
    }

    private void unblock(long at) {
        Tally.Mark probe = tally.mark(block.probe());
        if (block.isLong() || window.isKnown()) {
            window.reset(block, probe);
            window.costs(refusalDelay.mean(), longest() / SECOND);
            search.convert(tally.meanTokens());
        }
        block.end();
        search.restart();
        window.limit().ifPresent(limit -> search.rise(limit, tally.meanTokens()));
        nextAt = (double) at;
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
            cutAfter = tally.last();
            block.strike(tally.mark(request), interval(meanWeight()) / SECOND);
        } else if (isEvidence(request)) {
            crossed(request);
        } else {
            return;
        }
        nextAt = block.isStruck() ? nextProbe(at) : Math.max(nextAt, at + pause());
    }

    /// A refusal while the number in flight is bounded; false when all are refused, which has another cause.
    private boolean refusedInFlight(Dispatch request) {
        if (!evidence.refused(request.number(), CHANCE + inFlight.chanceOfCrossing(LIMIT_DENSITY))) {
            return true;
        }
        if (evidence.isRun() && evidence.isAllRefused()) {
            inFlight.giveUp();
            return false;
        }
        long sent = tally.last() - cutAfter;
        if (sent > SETTLED) {
            noise.add((double) sent, (double) (evidence.refusedSinceReset() - evidence.refused()));
        }
        if (!inFlight.crossed(request, tally.last())) {
            search.resume(tally.mark(request));
        }
        cutAfter = tally.last();
        evidence.reset(cutAfter, STILL_CROSSED);
        return true;
    }

    /// Whether this refusal shows that the limit was crossed. While none is known a few refusals never do.
    private boolean isEvidence(Dispatch request) {
        boolean crossed = evidence.refused(request.number(), chanceOfCrossing());
        if (window.isKnown() && noise.share() > NOISY) {
            return crossed && evidence.isRun();
        }
        return crossed && (!search.isUnlimited() || evidence.refused() >= FIRST_REFUSALS);
    }

    /// The limit was crossed, if it was not noise all along: a new epoch begins. When nothing passed since
    /// the last cut, that says nothing of the rate, and probes follow.
    private void crossed(Dispatch request) {
        Tally.Mark mark = tally.mark(request);
        if (evidence.isAllRefused() && !window.isKnown()) {
            noise.forgetSuspects();
            block.strike(mark, interval(meanWeight()) / SECOND);
        } else {
            cut(request, mark);
        }
        cutAfter = tally.last();
        evidence.reset(cutAfter, STILL_CROSSED);
    }

    /// Whether the limit was crossed as expected: after a round of some length that came to its estimate.
    private boolean isSettled(Tally.Mark mark) {
        return search.isUnlimited() || (!search.isUnexpected(mark) && mark.number() - cutAfter > SETTLED);
    }

    /// Cuts the rate to the limit, or restores that from before the last cuts if they changed nothing.
    private void cut(Dispatch request, Tally.Mark mark) {
        double sent = dispatchRate.perSecond(tally.now(lastAt), choice.unit());
        double rate = Math.min(search.rate(), OVERTAKEN * sent);
        boolean wasLimited = !search.isUnlimited();
        double requestRate = rate / meanWeight();
        boolean settled = isSettled(mark);
        if (!settled) {
            noise.suspect((double) (request.number() - cutAfter), (double) evidence.refusedSinceReset(), requestRate);
        } else if (cuts.isOver(requestRate)) {
            cuts.clear();
            search.remember();
        }
        double delivered = cuts.delivered() * meanWeight();
        if (cuts.isEmpty()) {
            cuts.cut(Math.max(cutAfter + 1, evidence.suspectFrom()), tally.last(), requestRate, evidence.refused());
        } else if (!settled) {
            cuts.cut(cutAfter + 1, tally.last(), requestRate, evidence.refusedSinceReset());
        }
        if (!settled && cuts.isNoise(noise.share())) {
            noise.add(cuts.sent(), cuts.refused());
            cuts.clear();
            search.undo();
            return;
        }
        noise.limitFound();
        Unit unit = choice.unit();
        choice.refused(request, tally.meanTokens());
        double slowest = SECOND * meanWeight() / longest();
        search.crossed(new LimitSearch.Crossing(
                mark, tally.meanTokens(), rate, evidence.acceptedShare(), delivered, noise.share(), slowest));
        if (choice.unit() != unit) {
            noise.doubt();
        }
        if (window.isKnown()) {
            noise.add((double) (evidence.suspectFrom() - 1 - cutAfter), (double)
                    (evidence.refusedSinceReset() - evidence.refused()));
            block.begin(mark);
        } else {
            block.passed(mark);
            if (wasLimited && !pace.isFixed()) {
                inFlight.consider(request, tally.last(), refusalDelay.mean());
            }
        }
    }

    private double chanceOfCrossing() {
        return CHANCE + LIMIT_DENSITY * search.growth() * interval(meanWeight()) / SECOND;
    }

    /// The longest pause holds for probes, too, unless a quota is used up for long that comes again at a
    /// known time: then they go out after times that double, as after a `Retry-After` that nobody sent.
    private double nextProbe(long at) {
        boolean isStray = block.mayBeStray() && !window.isNearlyUsedUp(block.since());
        OptionalDouble whole = isStray ? OptionalDouble.empty() : window.retryAt(at);
        double most = longest();
        if (whole.isPresent() && !pace.isFixed() && window.isLongUsedUp(block, at, most / SECOND)) {
            most = Math.max(most, (double) at - block.since().at());
        }
        return Math.min(whole.orElse(at + block.pause() * SECOND), at + most);
    }

    private double pause() {
        double intervals = choice.unit() == Unit.TOKENS ? PAUSE_TOKENS : PAUSE_REQUESTS;
        return Math.min(intervals * interval(meanWeight()), longest());
    }

    private double meanWeight() {
        return choice.unit() == Unit.TOKENS ? Math.max(1, tally.meanTokens()) : 1;
    }

    private double interval(double weight) {
        if (inFlight.isOn()) {
            double sent = dispatchRate.perSecond(tally.now(lastAt), choice.unit());
            return Math.clamp(SECOND * weight / (2 * sent), (double) pace.min().toNanos(), longest());
        }
        double rate = window.rate().orElseGet(() -> search.rate(tally.now(lastAt), refusalDelay.mean()));
        return Math.clamp(SECOND * weight / rate, (double) pace.min().toNanos(), longest());
    }

    private double longest() {
        return (double) pace.max().toNanos();
    }
}
