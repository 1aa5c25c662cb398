package dev.rowan.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class JoinTimersTest {
    private static final int TIMES = 2_000;

    private final FakeTime time = new FakeTime();

    @Test
    @Timeout(180)
    void closeEndsTheThreadHoweverItIsWoken() {
        List<String> expired = new CopyOnWriteArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            var timers = new JoinTimers(time);
            try (var scope = CallScope.open("timers");
                    timers) {
                scope.start(timers::run);
                timers.start(Duration.ofHours(2), () -> expired.add("last"));
                timers.start(Duration.ofHours(1), () -> expired.add("first")); // wakes the thread
            }
        }
        assertThat(expired).isEmpty();
    }

    @Test
    @Timeout(180)
    void expiresInTheOrderOfDeadlines() throws Exception {
        var timers = new JoinTimers(time);
        List<String> expired = new CopyOnWriteArrayList<>();
        var done = new CountDownLatch(2);
        try (var scope = CallScope.open("timers");
                timers) {
            timers.start(Duration.ofSeconds(2), () -> {
                expired.add("second");
                done.countDown();
            });
            timers.start(Duration.ofSeconds(1), () -> {
                expired.add("first" + Thread.currentThread().isInterrupted());
                done.countDown();
            });
            timers.cancel(timers.start(Duration.ofMillis(1), () -> expired.add("cancelled")));
            time.advance(Duration.ofSeconds(3));
            scope.start(timers::run);
            done.await();
        }
        assertThat(expired).containsExactly("firstfalse", "second");
    }
}
