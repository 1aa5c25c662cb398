package dev.rowan.providers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class DeadlinesTest {
    private final FakeTime time = new FakeTime();
    private final List<Integer> rang = new CopyOnWriteArrayList<>();

    @Test
    void ringsInOrderOfTimeWhateverTheOrderOfSetting() throws Exception {
        var third = new CountDownLatch(1);
        try (var deadlines = new Deadlines(time)) {
            deadlines.set(seconds(3), () -> {
                rang.add(3);
                third.countDown();
            });
            deadlines.set(seconds(1), () -> rang.add(1));
            deadlines.set(seconds(2), () -> rang.add(2));
            time.advance(Duration.ofSeconds(3));
            third.await();
            assertThat(rang).containsExactly(1, 2, 3);
        }
    }

    @Test
    void ringsAnEarlierAlarmThatIsSetWhileItSleeps() throws Exception {
        var early = new CountDownLatch(1);
        try (var deadlines = new Deadlines(time)) {
            deadlines.set(seconds(100), () -> rang.add(100));
            time.awaitSleepers(1);
            deadlines.set(seconds(1), early::countDown);
            time.advance(Duration.ofSeconds(1));
            early.await();
            assertThat(rang).isEmpty();
        }
    }

    @Test
    void keepsACancelledAlarmSilent() throws Exception {
        var second = new CountDownLatch(1);
        try (var deadlines = new Deadlines(time)) {
            Deadlines.Alarm first = deadlines.set(seconds(1), () -> rang.add(1));
            deadlines.set(seconds(2), second::countDown);
            deadlines.cancel(first);
            time.advance(Duration.ofSeconds(2));
            second.await();
            assertThat(rang).isEmpty();
        }
    }

    private static long seconds(long n) {
        return Duration.ofSeconds(n).toNanos();
    }
}
