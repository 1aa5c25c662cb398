package dev.rowan.engine.throttle;

/// What was seen when a limit was crossed: `rate` is what went out in a second just before, `acceptedShare` what
/// was accepted of the last requests, `delivered` what was accepted in a second before the last cut, and `noise`
/// the share that is refused at any rate. No estimate is lower than `slowest`, the rate at the longest delay, since
/// requests go out at that rate in any case.
record LimitCrossing(
        DispatchCounter.Mark mark,
        double meanTokens,
        double rate,
        double acceptedShare,
        double delivered,
        double noise,
        double slowest) {}
