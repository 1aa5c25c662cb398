package dev.rowan.engine.throttle;

import java.time.Duration;

/// Additive increase, multiplicative decrease of the dispatch delay: the seeds' rule, with one repair.
///
/// The delay starts at `min`. A capacity error raises it: from 0 to `max(step, min)`, otherwise by `multiplier` up to
/// `max`. A success lowers it by `step` down to `min`. The repair: it is raised once in a congestion epoch, so errors
/// of
/// requests that went out before the last raise count for nothing more.
public final class AimdThrottle implements Throttle {
    private final Settings settings;

    private long delay;
    private long last;
    private long lastDispatched;
    private long raisedAfter;
    private boolean dispatched;

    /// How the delay moves; all times in nanoseconds.
    public record Settings(Duration min, Duration max, double multiplier, Duration step) {
        public Settings {
            if (min.isNegative() || step.isNegative() || min.compareTo(max) > 0) {
                throw new IllegalArgumentException("need 0 <= min <= max and 0 <= step, got " + min + ", " + max);
            }
            if (!(multiplier > 1) || Double.isInfinite(multiplier)) {
                throw new IllegalArgumentException("the multiplier must be greater than 1 and finite: " + multiplier);
            }
        }
    }

    public AimdThrottle(Settings settings) {
        this.settings = settings;
        this.delay = settings.min.toNanos();
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
            case ThrottleEvent.Succeeded _ -> delay = Math.max(settings.min.toNanos(), delay - settings.step.toNanos());
            case ThrottleEvent.CapacityError(Dispatch request, var _, var _) -> {
                if (request.number() > raisedAfter) {
                    raise();
                }
            }
            case ThrottleEvent.Failed _ -> {}
        }
    }

    private void raise() {
        raisedAfter = lastDispatched;
        long raised = delay == 0
                ? Math.max(settings.step.toNanos(), settings.min.toNanos())
                : (long) (delay * settings.multiplier);
        delay = Math.min(raised, settings.max.toNanos());
    }

    @Override
    public Duration delay() {
        return Duration.ofNanos(delay);
    }
}
