package dev.rowan.engine.throttle;

/// The dispatch rate per second: over the last one to two seconds, or in the second before if that is higher,
/// since a pause does not reflect the rate. Owned by its throttle.
final class DispatchRate {
    private static final long SPAN = 1_000_000_000L;
    /// A burst counts as if it had taken this long.
    private static final double MIN_SECONDS = 0.02;

    /// By how much the rate may exceed the recent dispatch rate, since it rises meanwhile.
    private static final double OVERTAKEN = 1.35;

    private DispatchCounter.Mark before = new DispatchCounter.Mark(0, 0, 0, 0, 0);
    private DispatchCounter.Mark from = before;
    private DispatchCounter.Mark middle = before;
    private boolean started;

    void dispatched(DispatchCounter.Mark now) {
        if (!started) {
            started = true;
            before = new DispatchCounter.Mark(now.number() - 1, now.at(), 0, 0, 0);
            from = before;
            middle = before;
        } else if (now.at() - middle.at() > SPAN) {
            before = from;
            from = middle;
            middle = now;
        }
    }

    double perSecond(DispatchCounter.Mark now, LimitUnit unit) {
        return Math.max(perSecond(from, now, unit), perSecond(before, middle, unit));
    }

    /// A rate, limited to slightly above the recent dispatch rate: beyond that the rate is not the bottleneck.
    double bounded(double rate, DispatchCounter.Mark now, LimitUnit unit) {
        return Math.min(rate, OVERTAKEN * perSecond(now, unit));
    }

    private static double perSecond(DispatchCounter.Mark from, DispatchCounter.Mark to, LimitUnit unit) {
        double sent = switch (unit) {
            case REQUESTS -> (double) (to.number() - from.number());
            case TOKENS -> (double) (to.tokens() - from.tokens());
        };
        return Math.max(1, sent) / Math.max(MIN_SECONDS, to.secondsSince(from));
    }
}
