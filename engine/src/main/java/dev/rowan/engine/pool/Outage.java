package dev.rowan.engine.pool;

import java.time.Duration;
import java.util.Optional;

/// Whether a service can be reached: closed until several requests in a row could not, then open, with one request at a
/// time as a probe after growing intervals. Any byte of a reply closes it again.
///
/// It reads no clock; times are monotonic, in nanoseconds. Guarded by the pacer's lock.
public final class Outage {
    /// So many requests in a row without a byte of a reply: one that is unlucky among others that pass is no outage.
    static final int FAILURES = 3;

    static final Duration FIRST_PROBE = Duration.ofMillis(500);
    static final Duration LONGEST_BETWEEN = Duration.ofSeconds(30);
    private static final long NO_PROBE = 0;

    private final Duration timeout;
    private int failures;
    private int outages;
    private boolean down;
    private String why = "";
    private long since;
    private long deadline;
    private long probeAt;
    private long interval;
    private long probe = NO_PROBE;

    /// What a failure to reach the service means for the run.
    public enum Effect {
        /// The service counts as reachable: the request is tried again by itself.
        NONE,
        /// The service is down: all its requests wait.
        DOWN,
        /// It has been down for as long as the run waits.
        TIMED_OUT
    }

    Outage(Duration timeout) {
        this.timeout = timeout;
    }

    boolean isDown() {
        return down;
    }

    /// How often the service went down so far.
    int outages() {
        return outages;
    }

    /// When the next probe is due; nothing else is sent while the service is down.
    long probeAt() {
        return probe == NO_PROBE ? probeAt : Parking.NEVER;
    }

    void probing(long dispatch) {
        probe = dispatch;
    }

    boolean isProbe(long dispatch) {
        return probe == dispatch;
    }

    /// A request has ended, whatever it came to; when it was a probe, another may go.
    void ended(long dispatch) {
        if (isProbe(dispatch)) {
            probe = NO_PROBE;
        }
    }

    /// A byte of a reply came.
    void reached() {
        failures = 0;
        down = false;
        probe = NO_PROBE;
    }

    /// The service could not be reached by a request. While it is down only a probe tells something new.
    Effect failed(long dispatch, String reason, long now) {
        failures++;
        if (!down && failures < FAILURES) {
            return Effect.NONE;
        }
        if (!down) {
            down = true;
            outages++;
            since = now;
            deadline = now + timeout.toNanos();
            interval = FIRST_PROBE.toNanos();
            plan(now);
        } else if (isProbe(dispatch)) {
            if (now >= deadline) {
                return Effect.TIMED_OUT;
            }
            interval = Math.min(2 * interval, LONGEST_BETWEEN.toNanos());
            plan(now);
        }
        why = reason;
        return Effect.DOWN;
    }

    /// The last probe is made when the time-out ends.
    private void plan(long now) {
        probeAt = Math.min(now + interval, Math.max(now, deadline));
    }

    /// The run was paused for so long, which counts for nothing.
    void postpone(long paused) {
        deadline += down ? paused : 0;
    }

    Optional<PaceState.Down> state(long now) {
        return down
                ? Optional.of(new PaceState.Down(
                        Duration.ofNanos(now - since), Duration.ofNanos(Math.max(0, probeAt - now)), why))
                : Optional.empty();
    }
}
