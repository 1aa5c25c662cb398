package dev.rowan.simulator.http;

import java.time.Duration;

/// How a reply is sent: correctly, or broken as networks and servers break it.
public sealed interface ReplyDelivery {

    record Whole() implements ReplyDelivery {}

    /// The connection is reset when `bytes` bytes have left, those of the head counted.
    record ResetAt(long bytes) implements ReplyDelivery {}

    /// The head leaves and then nothing more, until the peer gives up.
    record Stall() implements ReplyDelivery {}

    /// The body leaves byte by byte with `pause` before each.
    record Dribble(Duration pause) implements ReplyDelivery {}

    /// Half of the body leaves, then the connection is closed in good order.
    record Truncate() implements ReplyDelivery {}

    /// The whole body leaves under a length that is wrong by `difference`, then the connection is closed.
    record WrongLength(long difference) implements ReplyDelivery {}
}
