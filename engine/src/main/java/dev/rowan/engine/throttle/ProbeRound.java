package dev.rowan.engine.throttle;

/// The rate during one round, as a share of the estimate: slightly below at first, at the estimate after
/// `seconds`, then slightly above, and later with exponential growth of `rise` per second.
record ProbeRound(double seconds, double rise) {
    private static final double LOW = 0.96;
    /// The share above the estimate at which a round stays, and for how long relative to the time it took to
    /// reach it: a bucket's savings from the first part, half of 1 - LOW on average, are used up in a third of
    /// that time; slightly longer, since requests vary in size.
    private static final double ABOVE = 1.06;

    private static final double STAY = 0.4;

    /// The rate after this many seconds.
    double rate(double at) {
        return at < seconds
                ? LOW + (1 - LOW) * at / seconds
                : ABOVE * Math.exp(rise * Math.max(0, at - searchesAfter()));
    }

    /// The exponential growth per second after this many seconds.
    double growth(double at) {
        if (at < seconds) {
            return (1 - LOW) / seconds;
        }
        return at < searchesAfter() ? (ABOVE - 1) / (STAY * seconds) : rise;
    }

    /// The seconds after which the rate grows until it crosses the limit.
    double searchesAfter() {
        return (1 + STAY) * seconds;
    }
}
