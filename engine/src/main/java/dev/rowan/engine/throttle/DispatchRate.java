package dev.rowan.engine.throttle;

/// How many requests went out in a second: over the last one to two seconds, or in the second before if that is
/// more, since a pause says nothing of the rate. Owned by its throttle.
final class DispatchRate {
    private static final long SPAN = 1_000_000_000L;
    /// A burst counts as if it had taken this long.
    private static final double LEAST_SECONDS = 0.02;

    private Tally.Mark before = new Tally.Mark(0, 0, 0, 0, 0);
    private Tally.Mark from = before;
    private Tally.Mark middle = before;
    private boolean started;

    void dispatched(Tally.Mark now) {
        if (!started) {
            started = true;
            before = new Tally.Mark(now.number() - 1, now.at(), 0, 0, 0);
            from = before;
            middle = before;
        } else if (now.at() - middle.at() > SPAN) {
            before = from;
            from = middle;
            middle = now;
        }
    }

    double perSecond(Tally.Mark now, Unit unit) {
        return Math.max(perSecond(from, now, unit), perSecond(before, middle, unit));
    }

    private static double perSecond(Tally.Mark from, Tally.Mark to, Unit unit) {
        double sent = switch (unit) {
            case REQUESTS -> (double) (to.number() - from.number());
            case TOKENS -> (double) (to.tokens() - from.tokens());
        };
        return Math.max(1, sent) / Math.max(LEAST_SECONDS, to.secondsSince(from));
    }
}
