package dev.rowan.engine.throttle;

/// The measurements at a crossing: `rate` is the dispatch rate just before, `acceptedShare` the accepted share
/// of the last requests, `delivered` the accepted requests per second before the last cut, and `noise` the
/// noise floor. `slowest`, the rate at the maximum delay, is the minimum estimate, since requests are sent at
/// that rate in any case.
record LimitCrossing(
        DispatchCounter.Mark mark,
        double meanTokens,
        double rate,
        double acceptedShare,
        double delivered,
        double noise,
        double slowest) {}
