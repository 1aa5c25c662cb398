package dev.rowan.landscape.verify;

import java.util.Set;
import java.util.TreeMap;

/// The number of attempts of each writer that are open outside of batch jobs. Owned by one thread.
final class OpenCalls {
    private final TreeMap<Integer, Long> open = new TreeMap<>();

    /// Counts the call, as sent last, if its attempt is open outside of a job.
    void add(CallTrack call, long count) {
        if (call.isOpenInRealTime()) {
            open.merge(call.epoch.writer(), count, Long::sum);
        }
    }

    long of(int writer) {
        return open.getOrDefault(writer, 0L);
    }

    Set<Integer> writers() {
        return open.keySet();
    }
}
