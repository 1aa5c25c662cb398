package dev.rowan.engine.pool;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Whether a service can be reached: up until several requests in a row could not, then down, with one probe at a time
/// after growing intervals. Any byte of a reply ends the outage.
///
/// Where the last request got no connection, the probe is a connection, which ends the outage too; where it lost the
/// connection before the first byte of a reply, or where a connection was followed by another failure, a connection
/// proves nothing and the probe is a request.
///
/// It reads no clock; times are monotonic, in nanoseconds. Guarded by the pacer's lock.
public final class Outage {
    /// So many requests in a row without a byte of a reply: one that is unlucky among others that pass is no outage.
    static final int FAILURES = 3;

    /// Changes beyond these that nobody asked for are forgotten, the oldest first.
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

    /// What a failure to reach the service means for the run.
    public enum Effect {
        /// The service counts as reachable: the request is tried again by itself.
        NONE,
        /// The service is down: all its requests wait.
        DOWN,
        /// It has been down for as long as the run waits.
        TIMED_OUT
    }

    /// How far a request came that did not reach its service.
    public enum Stage {
        /// No connection: an address, the port, TLS.
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

    /// How often the service went down so far.
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

    /// Whether this request is the probe, and a connection would tell that the service is back.
    boolean isConnectProbe(long dispatch) {
        return isDown() && isProbe(dispatch) && series.endsAt(Stage.CONNECT) && !connectionMisled;
    }

    /// A request has ended, whatever it came to; when it was a probe, another may go.
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

    /// The service could not be reached by a request of `row`. While it is down only a probe tells something new.
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

    /// What has changed since this was asked last.
    List<Change> takeChanges() {
        List<Change> taken = List.copyOf(changes);
        changes.clear();
        return taken;
    }

    private void planLater(long now) {
        interval = Math.min(2 * interval, LONGEST_BETWEEN.toNanos());
        plan(now);
    }

    /// The last probe is made when the time-out ends.
    private void plan(long now) {
        probeAt = Math.min(now + interval, Math.max(now, deadline));
    }

    /// The run was paused for so long, which counts for nothing.
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
