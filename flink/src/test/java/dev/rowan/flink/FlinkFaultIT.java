package dev.rowan.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.flink.FlinkTrial.FlinkRun;
import dev.rowan.flink.RowanProcess.Ended;
import dev.rowan.testkit.server.LossyProxy;
import dev.rowan.testkit.server.RestartedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Faults of everything but a worker's own process, on a real cluster of child processes with a PostgreSQL that can be
/// restarted. After each, outputs and record are those of an undisturbed run.
@Tag("slow")
@Timeout(1_800)
@EnabledIfSystemProperty(named = "rowan.flink.faults", matches = ".+")
class FlinkFaultIT {
    private static final int WORKERS = 2;

    @TempDir
    private Path folder;

    private RestartedPostgres postgres;
    private String url;

    @BeforeEach
    void startPostgres() throws IOException {
        postgres = RestartedPostgres.start();
        postgres.execute("CREATE SCHEMA flink");
        url = postgres.url("flink");
    }

    @AfterEach
    void stopPostgres() throws IOException {
        postgres.close();
    }

    @Test
    void aClusterWithoutItsJobManagerIsReplaced() throws Exception {
        try (FlinkTrial trial = FlinkTrial.of(folder, url, 1_600)) {
            FlinkRun run = trial.start(WORKERS, 100);
            run.probe().awaitWorkersAt(300);
            run.process().jobManager().destroyForcibly();

            Ended ended = run.process().await();

            assertThat(ended.output()).contains("the JobManager exited; starting another cluster");
            run.check(ended, run.probe().runId(), WORKERS);
        }
    }

    @Test
    void aPostgresThatIsRestartedFiveTimesLosesNothing() throws Exception {
        try (FlinkTrial trial = FlinkTrial.of(folder, url, 4_000)) {
            FlinkRun run = trial.start(WORKERS, 200);
            for (int restart = 1; restart <= 5; restart++) {
                run.probe().awaitRows(500L * restart);
                postgres.restart();
                System.out.println(
                        "restart " + restart + " at row " + run.probe().rows());
            }

            run.check(0);
        }
    }

    /// First the connections are closed and refused, then they stay open and nothing passes.
    @Test
    void aConnectionThatIsCutLosesNothing() throws Exception {
        int port = URI.create(url).getPort();
        try (LossyProxy proxy = LossyProxy.before(port);
                FlinkTrial trial = FlinkTrial.of(folder, url, 3_000)) {
            FlinkRun run = trial.start(url.replace("localhost:" + port, "127.0.0.1:" + proxy.port()), WORKERS, 200);
            run.probe().awaitWorkersAt(400);
            proxy.stop();
            TimeUnit.SECONDS.sleep(10);
            proxy.restart();
            run.probe().awaitWorkersAt(1_200);
            proxy.pause();
            TimeUnit.SECONDS.sleep(60);
            long stalled = run.probe().rows();
            TimeUnit.SECONDS.sleep(1);
            assertThat(run.probe().rows())
                    .as("must-fail control: nothing passes")
                    .isEqualTo(stalled);
            proxy.unpause();

            run.check(0);
        }
    }

    /// Longer than Flink's heartbeat timeout and the limit after which PostgreSQL ends an idle transaction: the other
    /// worker takes the splits over. What the frozen one does when it wakes up is in the bill and the record.
    @Test
    void aFrozenWorkerCommitsNothingMore() throws Exception {
        try (FlinkTrial trial = FlinkTrial.of(folder, url, 4_000)) {
            FlinkRun run = trial.start(WORKERS, 500);
            run.probe().awaitWorkersAt(300);
            ProcessHandle frozen = run.process().workers().getFirst();
            signal(frozen, "STOP");
            long before = run.probe().rowsEnded();
            TimeUnit.SECONDS.sleep(60);
            assertThat(run.probe().rowsEnded()).as("the other worker goes on").isGreaterThan(before);
            signal(frozen, "CONT");
            assertThat(run.process().isAlive())
                    .as("must-fail control: it wakes up during the run")
                    .isTrue();

            run.check(1);
        }
    }

    private static void signal(ProcessHandle process, String name) throws IOException, InterruptedException {
        List<String> command = List.of("kill", "-" + name, String.valueOf(process.pid()));
        assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    }
}
