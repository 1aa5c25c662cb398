package dev.rowan.engine.pool;

import dev.rowan.engine.throttle.Dispatch;

/// Leave to send one request, given by the pacer: `fullNanos` is how long its lane was full while it waited,
/// `letInBefore` and `endedBefore` how many requests had been let in and had ended there by then.
public record Pass(Dispatch dispatch, long fullNanos, long letInBefore, long endedBefore) {}
