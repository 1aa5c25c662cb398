package dev.rowan.engine.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Whether a service can be reached: up until several consecutive requests could not reach it, then down, with one
/// probe at a time at growing intervals. Any byte of a reply ends the outage.
///
/// If the last request got no connection, the probe is a connection, which also ends the outage; if it lost the
/// connection before the first byte of a reply, or if a connection was followed by another failure, a connection
/// proves nothing and the probe is a request.
///
/// Reads no clock; times are monotonic, in nanoseconds. Guarded by the pacer's lock.
public final class Outage {
    /// The number of consecutive requests without a byte of a reply: a single failure among successes is no outage.
    static final int FAILURES = 3;

    /// Older changes than these are dropped.
    private static final int MAX_CHANGES = 100;

    static final Duration FIRST_PROBE = Duration.ofMillis(500);
    static final Duration LONGEST_BETWEEN = Duration.ofSeconds(30);
    private static final long NO_PROBE = 0;

    private final Duration timeout;
    private State state = State.UP;
    private final FailureSeries series = new FailureSeries();
    private int outages;
    private boolean connectionMisled;
    private long since;
    private long deadline;
    private long probeAt;
    private long interval;
    private long probe = NO_PROBE;
    private long connectedBy;
    private final Deque<Change> changes = new ArrayDeque<>();

    private enum State {
        UP,
        DOWN,
        /// A probe got a connection; no byte of a reply has come yet, and the next failure continues the outage.
        CONNECTED
    }

    /// The effect of a failure to reach the service.
    public enum Effect {
        /// The service counts as reachable: only this request is retried.
        NONE,
        /// The service is down: all its requests wait.
        DOWN,
        /// It has been down for the configured timeout.
        TIMED_OUT
    }

    /// How far a request got that did not reach its service.
    public enum Stage {
        /// No connection: DNS, port, TLS.
        CONNECT,
        /// The connection broke before the first byte of a reply.
        REPLY
    }

    /// Why a request did not reach its service.
    public record Failure(Stage stage, String reason) {}

    /// The service went down, or is back: `until` is when. An outage that continues after a connection has the same
    /// `since`.
    public record Change(long since, OptionalLong until, String why) {}

    Outage(Duration timeout) {
        this.timeout = timeout;
    }

    boolean isDown() {
        return state == State.DOWN;
    }

    /// The number of outages so far.
    int outages() {
        return outages;
    }

    /// When the next probe is due; nothing else is sent while the service is down.
    long probeAt() {
        return probe == NO_PROBE ? probeAt : ThreadParker.NEVER;
    }

    void probing(long dispatch) {
        probe = dispatch;
    }

    boolean isProbe(long dispatch) {
        return probe == dispatch;
    }

    /// Whether this request is the probe, and a connection would prove that the service is back.
    boolean isConnectProbe(long dispatch) {
        return isDown() && isProbe(dispatch) && series.endsAt(Stage.CONNECT) && !connectionMisled;
    }

    /// A request has ended in any way; if it was a probe, another may be sent.
    void ended(long dispatch) {
        if (isProbe(dispatch)) {
            probe = NO_PROBE;
        }
    }

    /// The probe got a connection.
    void connected(long dispatch, long now) {
        if (isDown() && isProbe(dispatch)) {
            note(OptionalLong.of(now));
            state = State.CONNECTED;
            connectedBy = dispatch;
            probe = NO_PROBE;
        }
    }

    /// A byte of a reply came.
    void reached(long now) {
        if (isDown()) {
            note(OptionalLong.of(now));
        }
        series.clear();
        state = State.UP;
        connectionMisled = false;
        probe = NO_PROBE;
    }

    /// A request of `row` could not reach the service. While it is down only a probe counts.
    Effect failed(long dispatch, long row, Failure failure, long now) {
        series.add(dispatch, row, failure);
        switch (state) {
            case UP -> {
                if (!series.isOutage()) {
                    return Effect.NONE;
                }
                outages++;
                since = now;
                deadline = now + timeout.toNanos();
                interval = FIRST_PROBE.toNanos();
                plan(now);
            }
            case CONNECTED -> {
                if (dispatch < connectedBy) {
                    return Effect.DOWN; // it was on the wire since before the outage
                }
                connectionMisled = true;
                planLater(now);
            }
            case DOWN -> {
                if (isProbe(dispatch)) {
                    if (now >= deadline) {
                        return Effect.TIMED_OUT;
                    }
                    planLater(now);
                }
                return Effect.DOWN;
            }
        }
        state = State.DOWN;
        note(OptionalLong.empty());
        return Effect.DOWN;
    }

    private void note(OptionalLong until) {
        if (changes.size() == MAX_CHANGES) {
            changes.removeFirst();
        }
        changes.addLast(new Change(since, until, series.reason()));
    }

    /// The changes since the last call.
    List<Change> takeChanges() {
        List<Change> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }

    private void planLater(long now) {
        interval = Math.min(2 * interval, LONGEST_BETWEEN.toNanos());
        plan(now);
    }

    /// The last probe is made when the timeout ends.
    private void plan(long now) {
        probeAt = Math.min(now + interval, Math.max(now, deadline));
    }

    /// The run was paused for so long, which does not count.
    void postpone(long paused) {
        deadline += isDown() ? paused : 0;
    }

    Optional<PaceState.Down> state(long now) {
        return isDown()
                ? Optional.of(new PaceState.Down(
                        Duration.ofNanos(now - since), Duration.ofNanos(Math.max(0, probeAt - now)), series.reason()))
                : Optional.empty();
    }
}
