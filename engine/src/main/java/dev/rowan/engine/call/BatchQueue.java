package dev.rowan.engine.call;

import java.math.BigDecimal;
import java.util.List;

/// The queue of one node's calls to its batch service. Thread-safe.
public interface BatchQueue {

    /// Whether an unanswered call of this row goes to the batch service now; otherwise it is sent in real time.
    /// Asked for calls that are in no job. All calls of one visit take the same path. `calledBack` means that a job
    /// that was cancelled to send the rest of it in real time had one of them.
    boolean accepts(long rowSeq, boolean calledBack);

    /// The batch price as a share of the realtime price.
    BigDecimal share();

    /// Parks a call: records it as parked, and adds it to a future job unless it is in one. The caller then ends
    /// the row's thread with [dev.rowan.engine.stop.RowParkedException]; the row is woken when the call is settled,
    /// which may be before that. Returns the number of the record, 0 if none was made.
    long park(ParkedCall call) throws InterruptedException;

    /// Takes the calls of a token that has ended out of the queue. After that none of them enters a job; those in
    /// one stay there.
    default void withdraw(long rowSeq, int part) throws InterruptedException {}

    /// Whether one of these calls of a row waits for a job, or was added to one since it was loaded: then none of
    /// them is sent in real time.
    default boolean containsAny(List<ParkedCall> calls) {
        return false;
    }

    /// Whether jobs may be cancelled early to send the rest of them in real time.
    default boolean callsBack() {
        return false;
    }

    /// Reports calls that are sent in real time.
    default void sends(int calls) {}

    /// Reports the end of one of those, after so long on the wire.
    default void sent(long wireNanos) {}
}
