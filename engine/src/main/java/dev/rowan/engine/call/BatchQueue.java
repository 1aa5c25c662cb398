package dev.rowan.engine.call;

import java.math.BigDecimal;
import java.util.List;

/// The way of one node's calls to its batch service. Any row's thread may ask.
public interface BatchQueue {

    /// Whether a call of this row that has no answer goes to the batch service now; else it is sent in real
    /// time. Asked for calls that are in no job. The calls of one visit all go the same way.
    boolean takes(long rowSeq);

    /// What a call costs here, as a share of its price in real time.
    BigDecimal share();

    /// Takes a call: records it as parked unless it is, and puts it into a coming job unless it is in one.
    /// The caller then ends the row's thread with [dev.rowan.engine.stop.RowParkedException]; the row is woken when
    /// the call is settled, which may be before that. Gives the number of the record, 0 where none was made.
    long park(ParkedCall call) throws InterruptedException;

    /// Whether one of these calls of a row waits for a job here, or has come into one since it was read from
    /// the record: then none of them goes out in real time.
    default boolean holds(List<ParkedCall> calls) {
        return false;
    }

    /// Whether jobs may be called back here to send the rest of them in real time.
    default boolean callsBack() {
        return false;
    }

    /// So many calls that were not taken go out in real time.
    default void sends(int calls) {}

    /// One of those has its end, after so long on the wire.
    default void sent(long wireNanos) {}
}
