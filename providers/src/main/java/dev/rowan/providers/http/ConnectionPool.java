package dev.rowan.providers.http;

import dev.rowan.api.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Idle connections by route, most recently used first.
///
/// Callers bound the number in use; this class bounds the idle ones. Expired connections are closed when their
/// route is used again. Shared state, guarded by `lock`: the idle connections and whether it is closed.
final class ConnectionPool implements AutoCloseable {
    /// Maximum idle connections per route.
    static final int MAX_IDLE = 2_048;

    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Route, Deque<Idle>> idle = new HashMap<>();
    private boolean closed;

    /// A connection and its expiry.
    private record Idle(WireConnection connection, long until) {}

    ConnectionPool(Time time) {
        this.time = time;
    }

    /// Takes the most recently used connection of `route`.
    Optional<WireConnection> take(Route route) {
        var late = new ArrayList<WireConnection>();
        try {
            return take(route, time.nanos(), late);
        } finally {
            late.forEach(WireConnection::close);
        }
    }

    private Optional<WireConnection> take(Route route, long now, List<WireConnection> late) {
        lock.lock();
        try {
            Deque<Idle> waiting = idle.getOrDefault(route, new ArrayDeque<>());
            while (!waiting.isEmpty() && waiting.peekLast().until() - now < 0) {
                late.add(waiting.removeLast().connection());
            }
            while (!waiting.isEmpty() && waiting.peekFirst().until() - now < 0) {
                late.add(waiting.removeFirst().connection());
            }
            return Optional.ofNullable(waiting.pollFirst()).map(Idle::connection);
        } finally {
            lock.unlock();
        }
    }

    /// Keeps `connection` for at most `limit`, or closes it if there are enough.
    void keep(Route route, WireConnection connection, Duration limit) {
        if (!add(route, connection, time.nanos(), limit)) {
            connection.close();
        }
    }

    private boolean add(Route route, WireConnection connection, long now, Duration limit) {
        lock.lock();
        try {
            Deque<Idle> waiting = idle.computeIfAbsent(route, _ -> new ArrayDeque<>());
            if (closed || waiting.size() == MAX_IDLE) {
                return false;
            }
            waiting.addFirst(new Idle(connection, now + limit.toNanos()));
            return true;
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        var all = new ArrayList<Idle>();
        lock.lock();
        try {
            closed = true;
            idle.values().forEach(all::addAll);
            idle.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(each -> each.connection().close());
    }
}
