package dev.rowan.api.call;

/// Reads the receipt of a complete reply, whatever its status. It must not throw.
@FunctionalInterface
public interface ReplyReader {

    Receipt receipt(WireReply.Complete reply);

    /// Whether the answer in `reply` is valid for the row. Called for the recorded answers of a row that failed at
    /// this transform and is retried: valid ones are reused, the others requested again. The default is false: all
    /// calls are repeated for such a row.
    default boolean isUsable(WireReply.Complete reply) {
        return false;
    }
}
