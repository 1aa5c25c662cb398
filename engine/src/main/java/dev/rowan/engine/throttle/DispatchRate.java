package dev.rowan.engine.throttle;

/// How many requests went out in a second, over the last one to two seconds. Owned by its throttle.
final class DispatchRate {
    private static final long SPAN = 1_000_000_000L;
    /// A burst counts as if it had taken this long.
    private static final double LEAST_SECONDS = 0.02;

    private Tally.Mark from = new Tally.Mark(0, 0, 0, 0, 0);
    private Tally.Mark middle = from;
    private boolean started;

    void dispatched(Tally.Mark now) {
        if (!started) {
            started = true;
            from = new Tally.Mark(now.number() - 1, now.at(), 0, 0, 0);
            middle = from;
        } else if (now.at() - middle.at() > SPAN) {
            from = middle;
            middle = now;
        }
    }

    double perSecond(Tally.Mark now, Unit unit) {
        double sent = switch (unit) {
            case REQUESTS -> (double) (now.number() - from.number());
            case TOKENS -> (double) (now.tokens() - from.tokens());
        };
        return Math.max(1, sent) / Math.max(LEAST_SECONDS, now.secondsSince(from));
    }
}
