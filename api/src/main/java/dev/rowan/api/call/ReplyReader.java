package dev.rowan.api.call;

/// Reads the receipt of a whole reply, whatever its status. It must not throw, whatever the bytes are.
@FunctionalInterface
public interface ReplyReader {

    Receipt receipt(WireReply.Complete reply);

    /// Whether the answer in `reply` serves the row as it is. Asked of the recorded answers of a row that failed at
    /// this transform and is retried: one that serves is reused, the others are asked for again. A reader that
    /// cannot tell says no, and all calls of the transform are made again for such a row.
    default boolean isUsable(WireReply.Complete reply) {
        return false;
    }
}
