package dev.rowan.simulator.http;

import java.time.Duration;

/// How a reply leaves: as it should, or broken in one of the ways that networks and servers break it.
public sealed interface Delivery {

    record Whole() implements Delivery {}

    /// The connection is reset when `bytes` bytes have left, those of the head counted.
    record ResetAt(long bytes) implements Delivery {}

    /// The head leaves and then nothing more, until the peer gives up.
    record Stall() implements Delivery {}

    /// The body leaves byte by byte with `pause` before each.
    record Dribble(Duration pause) implements Delivery {}

    /// Half of the body leaves, then the connection is closed in good order.
    record Truncate() implements Delivery {}

    /// The whole body leaves under a length that is wrong by `difference`, then the connection is closed.
    record WrongLength(long difference) implements Delivery {}
}
