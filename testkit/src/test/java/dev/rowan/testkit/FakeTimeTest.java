package dev.rowan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class FakeTimeTest {
    private final FakeTime time = new FakeTime();

    @Test
    void standsStillUntilItIsMoved() {
        Instant start = time.instant();
        assertThat(time.nanos()).isZero();

        time.advance(Duration.ofSeconds(2));

        assertThat(time.instant()).isEqualTo(start.plusSeconds(2));
        assertThat(time.nanos()).isEqualTo(2_000_000_000L);
        assertThatThrownBy(() -> time.advance(Duration.ofSeconds(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wakesASleeperOnlyWhenItsTimeHasCome() throws Exception {
        try (var scope = CallScope.open("sleeper")) {
            FutureTask<Duration> sleeping = scope.fork(() -> {
                time.sleep(Duration.ofSeconds(5));
                return time.passed();
            });
            time.awaitSleepers(1);

            time.advance(Duration.ofSeconds(4));
            time.awaitSleepers(1);
            time.advance(Duration.ofSeconds(1));

            assertThat(sleeping.get()).isEqualTo(Duration.ofSeconds(5));
        }
    }
}
