package dev.rowan.engine.call;

import dev.rowan.api.call.CallResult;
import dev.rowan.landscape.record.Entry.CallKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is known of one call: how often it was tried, how that went wrong, and its end. Used by the one thread that
/// makes the call at a time; [#isLost] is read by the row's thread after all its calls have ended.
final class CallRecord {
    private final CallKey key;
    private final Message message;
    private int attempts;
    private int faults;
    private int lost;
    private @Nullable CallResult end;
    private volatile boolean endedLost;

    CallRecord(CallKey key, Message message) {
        this.key = key;
        this.message = message;
    }

    CallKey key() {
        return key;
    }

    Message message() {
        return message;
    }

    int attempts() {
        return attempts;
    }

    int nextAttempt() {
        return ++attempts;
    }

    /// Counts a fault that is tried again by the retry policy.
    int nextFault() {
        return ++faults;
    }

    /// Counts an attempt of which nobody knows what became.
    int nextLost() {
        return ++lost;
    }

    /// What the call came to for good; nothing more is sent once this is there.
    Optional<CallResult> end() {
        return Optional.ofNullable(end);
    }

    void answered(CallResult.Answered given) {
        end = given;
    }

    /// Ends the call without an answer: it may have been carried out, and it may not be sent again.
    void lost(CallResult given) {
        end = given;
        endedLost = true;
    }

    /// Whether nobody knows what became of the call, and nobody will ask again.
    boolean isLost() {
        return endedLost;
    }
}
