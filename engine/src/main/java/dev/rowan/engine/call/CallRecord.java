package dev.rowan.engine.call;

import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.UnknownCause;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.Unknown;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is known of one call: how often it was tried, how that went wrong, and its end. Used by the one
/// thread that makes the call at a time; [#isLost] is read by the row's thread after all its calls have
/// ended.
final class CallRecord {
    private final CallKey key;
    private final RecordedRequest message;
    private final InBatch batch;
    private int attempts;
    private int faults;
    private Unknown unknown = Unknown.NONE;
    private WireReply.@Nullable Complete reply;
    private @Nullable CallResult end;
    private volatile boolean endedLost;

    CallRecord(CallKey key, RecordedRequest message) {
        this(key, message, InBatch.NEVER);
    }

    private CallRecord(CallKey key, RecordedRequest message, InBatch batch) {
        this.key = key;
        this.message = message;
        this.batch = batch;
    }

    /// A call that an earlier process of this run has begun, or that was parked.
    ///
    /// Faults are not on record as such. In real time a resumed call has all its tries again. A call that was
    /// parked is taken up after each job, so that for it every attempt without an answer that is not lost
    /// counts as one.
    CallRecord(PastCall past, RecordedRequest message) {
        this(past.key(), message, past.batch());
        attempts = past.attempts();
        unknown = past.unknown();
        faults = past.batch() == InBatch.PARKED
                ? past.attempts() - past.unknown().all() - past.forgiven()
                : 0;
        reply = past.reply().orElse(null);
    }

    /// How it stands with a batch service, by the record.
    InBatch batch() {
        return batch;
    }

    /// How many attempts were faults that may be tried again.
    int faultsSoFar() {
        return faults;
    }

    CallKey key() {
        return key;
    }

    RecordedRequest message() {
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

    /// Counts an attempt whose reply the service lost, or that broke while the service was down.
    void nextLost(UnknownCause cause) {
        unknown = unknown.plus(Unknown.once(cause));
    }

    /// The attempts so far of which nobody knows what became.
    Unknown unknown() {
        return unknown;
    }

    /// The reply that an earlier process of this run got and did not read.
    Optional<WireReply.Complete> unread() {
        return Optional.ofNullable(reply);
    }

    /// What the call came to for good; nothing more is sent once this is there.
    Optional<CallResult> end() {
        return Optional.ofNullable(end);
    }

    void ended(CallResult given) {
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
