package dev.rowan.engine.call;

import dev.rowan.api.call.CallResult;
import dev.rowan.landscape.record.Entry.CallKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is known of one call: how often it was tried, how that went wrong, and its answer. Used by the one thread that
/// makes the call at a time.
final class CallRecord {
    private final CallKey key;
    private final Message message;
    private int attempts;
    private int faults;
    private int lost;
    private CallResult.@Nullable Answered answer;

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

    Optional<CallResult.Answered> answer() {
        return Optional.ofNullable(answer);
    }

    void answered(CallResult.Answered given) {
        answer = given;
    }
}
