package dev.rowan.engine.call;

import dev.rowan.api.call.CallResult;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.UnknownCause;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import dev.rowan.landscape.resume.PendingRow.Unknown;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The state of one call: its attempts, its faults and its end. Used by one thread at a time; [#isLost] is read by
/// the row's thread after all its calls have ended.
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
    /// The call of an earlier run, or of this one, whose answer it took.
    private @Nullable Citation source;

    CallRecord(CallKey key, RecordedRequest message) {
        this(key, message, InBatch.NEVER);
    }

    private CallRecord(CallKey key, RecordedRequest message, InBatch batch) {
        this.key = key;
        this.message = message;
        this.batch = batch;
    }

    /// A call that an earlier process of this run started, or that was parked.
    ///
    /// Faults are not recorded as such. In real time a resumed call has all its attempts again. A parked call is
    /// resumed after each job, so that every attempt without an answer that is not lost counts as a fault.
    CallRecord(PastCall pastCall, RecordedRequest message) {
        this(pastCall.key(), message, pastCall.batch());
        attempts = pastCall.attempts();
        unknown = pastCall.unknown();
        faults = pastCall.faults();
        reply = pastCall.reply().orElse(null);
        source = pastCall.source().orElse(null);
    }

    /// Its recorded state in a batch service.
    InBatch batch() {
        return batch;
    }

    /// The number of attempts that were retryable faults.
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

    /// Counts a fault that the retry policy retries.
    int nextFault() {
        return ++faults;
    }

    /// Counts an attempt whose reply the service lost, or that failed while the service was down.
    void nextLost(UnknownCause cause) {
        unknown = unknown.plus(Unknown.once(cause));
    }

    /// The attempts with an unknown result.
    Unknown unknown() {
        return unknown;
    }

    /// The reply that an earlier process of this run got but did not parse.
    Optional<WireReply.Complete> unread() {
        return Optional.ofNullable(reply);
    }

    /// The final result; nothing is sent once it is present.
    Optional<CallResult> end() {
        return Optional.ofNullable(end);
    }

    void ended(CallResult given) {
        end = given;
    }

    /// Ends the call with the answer of another one.
    void ended(CallResult given, Citation cited) {
        end = given;
        source = cited;
    }

    /// Whether it has an answer that no run before `runId` had.
    boolean isNewlyAnswered(String runId) {
        return end instanceof CallResult.Answered
                && (source == null || source.runId().equals(runId));
    }

    /// Ends the call without an answer: it may have been processed, and must not be sent again.
    void lost(CallResult given) {
        end = given;
        endedLost = true;
    }

    /// Whether the result is unknown and the call is not sent again.
    boolean isLost() {
        return endedLost;
    }
}
