package dev.rowan.engine.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.progress.RunProgress;
import dev.rowan.testkit.FakeTime;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DeadlineMonitorTest {
    private static final Duration CALL = Duration.ofMinutes(20);

    private final FakeTime time = new FakeTime();
    private final RunProgress progress = new RunProgress();

    private DeadlineMonitor begun(Duration limit) {
        progress.sourceOpened(OptionalLong.of(1_000));
        var monitor = new DeadlineMonitor(Optional.of(limit), time);
        monitor.begin(time.instant(), progress);
        return monitor;
    }

    private void rows(int count) {
        for (int i = 0; i < count; i++) {
            progress.rowRead(progress.rowsRead() + 1);
            progress.rowEnded();
        }
    }

    @Test
    void isAtRiskWhileThePaceIsTooSlow() {
        DeadlineMonitor monitor = begun(Duration.ofHours(10));
        assertThat(monitor.isAtRisk(CALL)).isFalse();
        time.advance(Duration.ofHours(1));
        rows(200); // 4 more hours for the rest
        assertThat(monitor.isAtRisk(CALL)).isFalse();
        time.advance(Duration.ofHours(5)); // 24 more at this pace
        assertThat(monitor.isAtRisk(CALL)).isTrue();
        rows(700); // less than an hour for the rest
        time.advance(Duration.ofSeconds(1));
        assertThat(monitor.isAtRisk(CALL)).isFalse();
    }

    @Test
    void isAtRiskIfACallMayEndTooLate() {
        DeadlineMonitor monitor = begun(Duration.ofHours(1));
        time.advance(Duration.ofMinutes(5));
        rows(999);
        assertThat(monitor.isAtRisk(CALL)).isFalse();
        time.advance(Duration.ofMinutes(36));
        assertThat(monitor.isAtRisk(CALL)).isTrue();
    }

    @Test
    void isAtRiskIfNothingEndsInAQuarterOfTheTime() {
        DeadlineMonitor monitor = begun(Duration.ofHours(4));
        time.advance(Duration.ofMinutes(59));
        assertThat(monitor.isAtRisk(CALL)).isFalse();
        time.advance(Duration.ofMinutes(2));
        assertThat(monitor.isAtRisk(CALL)).isTrue();
    }

    @Test
    void isNeverAtRiskWithoutADeadline() {
        var monitor = new DeadlineMonitor(Optional.empty(), time);
        monitor.begin(time.instant(), progress);
        time.advance(Duration.ofDays(9));
        assertThat(monitor.isAtRisk(CALL)).isFalse();
    }
}
