package dev.rowan.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.RunRefusedException;
import java.io.IOException;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;

class RowanJobTest {

    @Test
    void aTaskMayTakeLongerToStopThanTheGraceOfTheRun() {
        var grace = Duration.ofMinutes(30);

        assertThat(RowanJob.configuration(grace).get(TaskManagerOptions.TASK_CANCELLATION_TIMEOUT))
                .isGreaterThan(grace);
    }

    @Test
    void everySubtaskGetsItsShareOfFewSplits() {
        assertThat(RowanJob.splitsAtOnce(4, 2)).as("and one more waits").isEqualTo(1);
        assertThat(RowanJob.splitsAtOnce(5, 2)).isEqualTo(2);
        assertThat(RowanJob.splitsAtOnce(1, 3)).isEqualTo(1);
        assertThat(RowanJob.splitsAtOnce(1_000, 3)).isEqualTo(4);
    }

    @Test
    void aJobWhoseRunHasEndedIsNotRestarted() {
        var refused = new ExecutionException(new RunRefusedException((_, _) -> "the run has ended"));

        assertThat(SplitFunction.marked(refused)).isInstanceOf(SuppressRestartsException.class);
        var lost = new IOException("connection lost");
        assertThat(SplitFunction.marked(lost)).isSameAs(lost);
    }

    /// A class loader that the list of drivers knows is never released.
    @Test
    void driversOfTheJobAreReleased() throws SQLException {
        List<Driver> before = DriverManager.drivers().toList();
        assertThat(before).isNotEmpty();
        try {
            WorkerSetup.releaseDriver();

            assertThat(DriverManager.drivers().map(driver -> driver.getClass().getClassLoader()))
                    .doesNotContain(WorkerSetup.class.getClassLoader());
        } finally {
            for (Driver driver : before) {
                DriverManager.registerDriver(driver);
            }
        }
    }
}
