package dev.rowan.simulator.bill;

import dev.rowan.simulator.json.JsonObjects;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The requests in flight at each endpoint, now and at most.
///
/// A request whose reply leaves whole is in flight until just before that: its sender may answer the reply with the
/// next request before we look again, and would be said to have had one more in flight than it had.
///
/// Shared state, guarded by `lock`: the counts.
public final class InFlightCounter {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Count> counts = new TreeMap<>();
    private long requests;

    /// The counts of one endpoint, guarded by `lock`.
    private static final class Count {
        private long requests;
        private int now;
        private int peak;
        private final Map<String, Long> statuses = new TreeMap<>();
    }

    /// One request in flight; closing it ends the flight, once.
    public final class Flight implements AutoCloseable {
        private final Count count;
        private final long number;
        private final int inFlight;
        private boolean ended;

        private Flight(Count count) {
            this.count = count;
            this.number = ++requests;
            count.requests++;
            this.inFlight = ++count.now;
            count.peak = Math.max(count.peak, count.now);
        }

        /// The request's number, from 1.
        public long number() {
            return number;
        }

        public int inFlight() {
            return inFlight;
        }

        /// Notes the status that the request is answered with.
        public void status(int status) {
            locked(() -> count.statuses.merge(Integer.toString(status), 1L, Long::sum));
        }

        @Override
        public void close() {
            locked(() -> {
                count.now -= ended ? 0 : 1;
                ended = true;
            });
        }
    }

    /// A counter without flights that continues numbering requests.
    public InFlightCounter next() {
        var next = new InFlightCounter();
        locked(() -> next.requests = requests);
        return next;
    }

    public Flight begin(String endpoint) {
        lock.lock();
        try {
            return new Flight(counts.computeIfAbsent(endpoint, _ -> new Count()));
        } finally {
            lock.unlock();
        }
    }

    public Map<String, @Nullable Object> json() {
        lock.lock();
        try {
            Map<String, @Nullable Object> endpoints = JsonObjects.object();
            counts.forEach((name, count) -> endpoints.put(
                    name,
                    JsonObjects.object(
                            "requests", count.requests,
                            "in_flight", count.now,
                            "peak_in_flight", count.peak,
                            "statuses", Map.copyOf(count.statuses))));
            return JsonObjects.object("requests", requests, "endpoints", endpoints);
        } finally {
            lock.unlock();
        }
    }

    /// Forgets what has ended; what is in flight now stays counted.
    public void reset() {
        locked(() -> {
            requests = 0;
            counts.values().removeIf(count -> count.now == 0);
            counts.values().forEach(count -> {
                count.requests = count.now;
                count.peak = count.now;
                count.statuses.clear();
            });
        });
    }

    private void locked(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
    }
}
