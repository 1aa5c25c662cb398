package dev.rowan.engine.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.RateHints;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Timers that fire late, as on a busy machine, do not keep the ramp from rising while nothing is refused.
class LateWakeTest {
    private static final long LATE = Duration.ofMillis(15).toNanos();

    @Test
    void lateTimersDoNotSlowTheRamp() {
        assertThat(dispatchedInFourSeconds(LATE)).isGreaterThan(1_000);
        assertThat(dispatchedInFourSeconds(0)).isGreaterThan(1_000); // 100, 200, 400 and 800 a second
    }

    /// Each time the throttle names is met `late`; whoever is due by then goes too, as in the pacer.
    private static int dispatchedInFourSeconds(long late) {
        var throttle = new AdaptiveThrottle(new Pace(Duration.ZERO, Duration.ofSeconds(5)), new Random(7));
        long end = Duration.ofSeconds(4).toNanos();
        int dispatched = 0;
        for (long now = 0; now < end; now = Math.max(now, throttle.next(1)) + late) {
            while (throttle.next(1) <= now) {
                var request = new Dispatch(++dispatched, now, 1);
                throttle.on(new ThrottleEvent.Dispatched(request));
                throttle.on(new ThrottleEvent.Succeeded(request, now, RateHints.none()));
            }
        }
        return dispatched;
    }
}
