package dev.rowan.engine.throttle;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;

/// Searches the service's limit and stays just under it, without being told what it is.
///
/// Three parts share the work. [LimitSearch] holds the rate and measures the limit between refusals, which is
/// all there is to a limit that fills drop by drop. [Block] probes while everything is refused. [FixedWindow]
/// learns from such blocks that the quota comes whole at fixed times, and spreads it over the window. A cut is
/// made once in a congestion epoch: refusals of requests that went out before the last cut count, but cut no
/// more. The figures are in docs/adr/0005-adaptive-throttle.md.
public final class AdaptiveThrottle implements Throttle {
    private static final double SECOND = 1e9;
    /// How far a late dispatch may be made up for by the next ones: one interval, within these; the most while nothing
    /// was refused yet, so that a busy machine does not slow the ramp.
    private static final double SLACK = 0.005 * SECOND;

    private static final double MOST_SLACK = 0.05 * SECOND;
    private static final double JITTER = 0.05;
    /// The pause after a refusal, in intervals. A bucket of tokens must hold what a large request needs.
    private static final double PAUSE_REQUESTS = 1;
    private static final double PAUSE_TOKENS = 5;

    private final RandomGenerator random;
    private final Tally tally = new Tally();
    private final UnitChoice choice = new UnitChoice();
    private final LimitSearch search = new LimitSearch(choice);
    private final FixedWindow window = new FixedWindow(choice);
    private final RefusalDelay refusalDelay = new RefusalDelay();
    private final Block block = new Block();

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
        return (long) nextAt;
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
            case ThrottleEvent.Failed _ -> search.answered();
        }
    }

    private void dispatched(Dispatch request) {
        if (block.probeIsOut()) {
            unblock(request.at()); // it was out for longer than a refusal takes
        }
        double interval = interval(choice.unit().weight(request));
        if (tally.last() > 0 && paced(request.at(), interval)) {
            search.grow((request.at() - lastAt) / SECOND / refusalDelay.stretch());
        }
        tally.sent(request);
        lastAt = request.at();
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
        return !block.isOn() && window.rate().isEmpty() && at - nextAt < 2 * slack(SLACK) + interval;
    }

    private double slack(double interval) {
        return search.isRamp() ? MOST_SLACK : Math.clamp(interval, SLACK, MOST_SLACK);
    }

    private void succeeded(Dispatch request, long at) {
        search.answered();
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
        search.answered();
        tally.refused(request);
        refusalDelay.measured((at - request.at()) / SECOND);
        block.refused(request);
        if (request.number() <= cutAfter) {
            return;
        }
        Tally.Mark mark = tally.mark(request);
        boolean nothingPassed = cutAfter > 0 && request.number() == cutAfter + 1;
        cutAfter = tally.last();
        if (block.isOn()) {
            block.strike(mark, interval(meanWeight()) / SECOND);
        } else {
            if (!nothingPassed) {
                choice.refused(request, tally.meanTokens());
            }
            search.refused(mark, tally.meanTokens(), SECOND * meanWeight() / longest());
            if (window.isKnown()) {
                block.begin(mark);
            } else if (nothingPassed) {
                block.strike(mark, interval(meanWeight()) / SECOND);
            } else {
                block.passed(mark);
            }
        }
        nextAt = block.isStruck() ? nextProbe(at) : Math.max(nextAt, at + pause());
    }

    /// The longest pause holds for probes, too, unless a quota is used up for long that comes again at a known time:
    /// then they go out after times that double, as after a `Retry-After` that nobody sent.
    private double nextProbe(long at) {
        OptionalDouble whole = window.retryAt(at);
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
        double rate = window.rate().orElseGet(() -> search.rate(tally.now(lastAt), refusalDelay.mean()));
        return Math.clamp(SECOND * weight / rate, (double) pace.min().toNanos(), longest());
    }

    private double longest() {
        return (double) pace.max().toNanos();
    }
}
