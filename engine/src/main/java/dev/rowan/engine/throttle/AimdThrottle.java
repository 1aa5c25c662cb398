package dev.rowan.engine.throttle;

import java.time.Duration;

/// Additive increase, multiplicative decrease (AIMD) of the dispatch rate, by its delay, once per congestion epoch.
///
/// The delay starts at `min`. A capacity error raises it: from 0 to `max(step, min)`, otherwise by `multiplier`
/// up to `max`. A success lowers it by `step` down to `min`. It is raised once per congestion epoch: errors of
/// requests sent before the last raise are ignored.
public final class AimdThrottle implements Throttle {
    private final double multiplier;
    private final long step;

    private DelayRange pace;
    private long delay;
    private long last;
    private long lastDispatched;
    private long raisedAfter;
    private long raises;
    private boolean dispatched;

    /// A capacity error multiplies the delay by `multiplier`, a success subtracts `step`, both within `pace`.
    public AimdThrottle(DelayRange pace, double multiplier, Duration step) {
        if (!(multiplier > 1) || Double.isInfinite(multiplier)) {
            throw new IllegalArgumentException("the multiplier must be greater than 1 and finite: " + multiplier);
        }
        if (step.isNegative()) {
            throw new IllegalArgumentException("the step must not be negative, got " + step);
        }
        this.pace = pace;
        this.multiplier = multiplier;
        this.step = step.toNanos();
        this.delay = pace.min().toNanos();
    }

    @Override
    public long next(long tokens) {
        return dispatched ? last + delay : Long.MIN_VALUE;
    }

    @Override
    public void on(ThrottleEvent event) {
        switch (event) {
            case ThrottleEvent.Dispatched(Dispatch request) -> {
                dispatched = true;
                last = request.at();
                lastDispatched = request.number();
            }
            case ThrottleEvent.Succeeded _ -> delay = Math.max(pace.min().toNanos(), delay - step);
            case ThrottleEvent.CapacityError(Dispatch request, var _, var _) -> {
                if (request.number() > raisedAfter) {
                    raise();
                }
            }
            case ThrottleEvent.Failed _ -> {}
        }
    }

    @Override
    public long epochs() {
        return raises;
    }

    @Override
    public void extendEpoch() {
        raisedAfter = lastDispatched;
    }

    private void raise() {
        raises++;
        extendEpoch();
        long raised = delay == 0 ? Math.max(step, pace.min().toNanos()) : (long) (delay * multiplier);
        delay = Math.min(raised, pace.max().toNanos());
    }

    @Override
    public void tighten(ThrottleBounds bounds) {
        pace = pace.tightened(bounds.pace());
        delay = Math.clamp(delay, pace.min().toNanos(), pace.max().toNanos());
    }

    @Override
    public Duration delay() {
        return Duration.ofNanos(delay);
    }
}
