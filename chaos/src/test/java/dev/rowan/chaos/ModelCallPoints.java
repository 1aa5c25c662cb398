package dev.rowan.chaos;

import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Tells the fault points of model calls from those of other calls, by the thread that sends.
///
/// A point before a call does not know its request yet, so [#on] reaches [FaultPoint#AFTER_INTENT] a second time once
/// it
/// does: the intent is durable, and nothing is sent. Shared by the threads of a run.
final class ModelCallPoints {
    private final Set<Thread> sending = ConcurrentHashMap.newKeySet();
    private volatile Faults faults = Faults.NONE;

    /// Reports to `other` from now on.
    void reportTo(Faults other) {
        sending.clear();
        faults = other;
    }

    /// Whether the calling thread is at `point` of a model call; to be asked at each of its points.
    boolean isAt(FaultPoint point) {
        Thread caller = Thread.currentThread();
        return point == FaultPoint.AFTER_REPLY ? sending.remove(caller) : sending.contains(caller);
    }

    Wire on(Wire wire) {
        return new Wire() {
            @Override
            public WireReply exchange(WireRequest request) {
                if (request.uri().getPath().endsWith("completions")) {
                    sending.add(Thread.currentThread());
                    faults.at(FaultPoint.AFTER_INTENT);
                }
                return wire.exchange(request);
            }

            @Override
            public WireReply transfer(Transfer transfer) {
                return wire.transfer(transfer);
            }
        };
    }
}
