package dev.rowan.landscape.verify;

import dev.rowan.landscape.fold.WriterEpoch;
import java.util.HashMap;
import java.util.Map;

/// The answers that a visit to a safety node used, by call number.
///
/// A resumed run may make other requests than before, for example to another address: a call then has several
/// generations, and the record does not name the one that the visit used. In its epoch the requests were the same
/// throughout, so it is the one that was sent then. If none was, it is one that was answered before: a call without
/// an answer is sent again in the next epoch, unless a batch job has it, or is not part of the visit. Owned by one
/// thread.
final class SafetyAnswers {
    private final WriterEpoch epoch;
    private final Map<Long, Boolean> sentNow = new HashMap<>(2);
    private final Map<Long, Boolean> before = new HashMap<>(2);

    /// `epoch` is that of the visit.
    SafetyAnswers(WriterEpoch epoch) {
        this.epoch = epoch;
    }

    /// Adds a generation of the call with this number.
    void add(long number, CallTrack call) {
        if (call.epoch.equals(epoch)) {
            sentNow.merge(number, call.isReadable(), Boolean::logicalAnd);
        } else if (call.isAnswered() || call.parked) {
            before.merge(number, call.isReadable(), Boolean::logicalOr);
        }
    }

    private Map<Long, Boolean> used() {
        var used = new HashMap<>(before);
        used.putAll(sentNow);
        return used;
    }

    /// Whether there are answers, and all are readable.
    boolean areReadable() {
        Map<Long, Boolean> used = used();
        return !used.isEmpty() && !used.containsValue(false);
    }

    boolean haveReadable() {
        return used().containsValue(true);
    }
}
