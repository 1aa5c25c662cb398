package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Dispatch;

/// Leave to send one request, given by the pacer: `fullNanos` is how long its lane was full while it waited,
/// `suspendedBefore` and `suspended` for how long in all nothing was sent until it came and until it was let in,
/// `letInBefore` and `endedBefore` how many requests had been let in and had ended in its lane by then.
public record DispatchGrant(
        Dispatch dispatch, long fullNanos, long suspendedBefore, long suspended, long letInBefore, long endedBefore) {}
