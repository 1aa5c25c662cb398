package dev.rowan.engine.throttle;

/// The course of the rate in one round, as a share of the estimate: a little under it at first, at the estimate
/// after so many `seconds`, then a little above, and after some time growing by `rise` a second, as an exponent.
record ProbeRound(double seconds, double rise) {
    private static final double LOW = 0.96;
    /// The share above the estimate at which a round stays, and for how long as a share of the time it took to
    /// reach it: what a bucket saved in the first part, half of 1 - LOW on average, is used up in a third of that
    /// time; a little more, since requests differ.
    private static final double ABOVE = 1.06;

    private static final double STAY = 0.4;

    /// The rate after so many seconds.
    double rate(double at) {
        return at < seconds
                ? LOW + (1 - LOW) * at / seconds
                : ABOVE * Math.exp(rise * Math.max(0, at - searchesAfter()));
    }

    /// The growth after so many seconds, per second, as an exponent.
    double growth(double at) {
        if (at < seconds) {
            return (1 - LOW) / seconds;
        }
        return at < searchesAfter() ? (ABOVE - 1) / (STAY * seconds) : rise;
    }

    /// The seconds after which the rate grows until the limit is crossed.
    double searchesAfter() {
        return (1 + STAY) * seconds;
    }
}
