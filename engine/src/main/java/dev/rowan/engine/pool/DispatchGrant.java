package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Dispatch;

/// The pacer's permission to send one request: `fullNanos` is how long its lane was full while it waited,
/// `suspendedBefore` and `suspended` the total time in which nothing was sent until it came and until it was
/// admitted, `admittedBefore` and `endedBefore` how many requests had been admitted and had ended in its lane by
/// then.
public record DispatchGrant(
        Dispatch dispatch,
        long fullNanos,
        long suspendedBefore,
        long suspended,
        long admittedBefore,
        long endedBefore) {}
