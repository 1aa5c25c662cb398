package dev.rowan.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Time;
import dev.rowan.cli.terminal.TestShell;
import dev.rowan.engine.call.CallStatistics;
import dev.rowan.engine.progress.RunProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class ProgressDisplayTest {
    private static final RunProgress.Snapshot COUNTS = ProgressFixture.snapshot(
            1, 1, 0, 0, Map.of(), Map.of(), Map.of(), 1, OptionalLong.empty(), CallStatistics.Snapshot.NONE);

    private final StepTime time = new StepTime();
    private final TestShell shell = new TestShell(Path.of(""), time);

    /// Time in which a sleeper wakes when the test lets it.
    private static final class StepTime implements Time {
        private final SynchronousQueue<Duration> sleeps = new SynchronousQueue<>();

        /// Wakes the current or next sleeper.
        Duration wakeSleeper() throws InterruptedException {
            return sleeps.take();
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            sleeps.put(duration);
        }
    }

    @Test
    void showsAgainAndAgainUntilClosed() throws InterruptedException {
        var shown = new CountDownLatch(3);
        try (var _ = ProgressDisplay.open(
                shell.shell(),
                "run",
                () -> {
                    shown.countDown();
                    return COUNTS;
                },
                false)) {
            for (int i = 0; i < 3; i++) {
                assertThat(time.wakeSleeper()).isEqualTo(Duration.ofSeconds(5));
            }
            shown.await();
        }
        assertThat(shell.err().lines()).isNotEmpty().allMatch(line -> line.startsWith("run: 1 row done"));
    }

    @Test
    void reportsThatItIsStopping() throws InterruptedException {
        try (var display = ProgressDisplay.open(shell.shell(), "run", () -> COUNTS, false)) {
            display.announceStop("rowan: SIGINT");
            time.wakeSleeper();
            time.wakeSleeper();
        }
        assertThat(shell.err()).startsWith("rowan: SIGINT\nrun: 1 row done").contains("stopping");
    }

    @Test
    void announcesEvenWhenQuiet() {
        try (var display = ProgressDisplay.open(shell.shell(), "run", () -> COUNTS, true)) {
            display.announceStop("rowan: SIGINT");
        }
        assertThat(shell.err()).isEqualTo("rowan: SIGINT\n");
    }
}
