package dev.rowan.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.flink.FlinkTrial.FlinkRun;
import dev.rowan.flink.RowanProcess.Ended;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A run on a real cluster of child processes, with a worker that is killed, compared with a run in one process.
///
/// `-Drowan.flink.kills=20` kills so many workers of a longer run, one after the other, of `-Drowan.flink.workers=3`
/// over `-Drowan.flink.rows=20000`; `-Drowan.flink.seed=S` repeats a campaign.
@Tag("slow")
@ExtendWith(PostgresServer.class)
class FlinkRunIT {
    private static final int KILLS = Integer.getInteger("rowan.flink.kills", 1);
    private static final int WORKERS = Integer.getInteger("rowan.flink.workers", 2);
    private static final int ROWS = Integer.getInteger("rowan.flink.rows", 400 * KILLS + 1_200);
    private static final int LATENCY_MILLIS = Integer.getInteger("rowan.flink.latency", 50);
    private static final int FEW_ROWS = 1_200;

    private final String url;

    @TempDir
    private Path folder;

    FlinkRunIT(PostgresServer.Schema schema) {
        url = schema.url();
    }

    @Test
    void aKilledWorkerChangesNothing() throws Exception {
        long seed = Long.getLong("rowan.flink.seed", 7);
        System.out.println("rowan.flink.seed=" + seed);
        try (FlinkTrial trial = FlinkTrial.of(folder, url, ROWS)) {
            FlinkRun run = trial.start(WORKERS, LATENCY_MILLIS);

            kill(run, KILLS, (ROWS - FEW_ROWS) / KILLS, new Random(seed));

            run.check(KILLS);
            assertReopened(run);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "rowan.flink.kills", matches = ".+")
    void anyNumberOfWorkersWritesTheSame() throws Exception {
        try (FlinkTrial trial = FlinkTrial.of(folder, url, FEW_ROWS)) {
            for (int workers = 1; workers <= 3; workers++) {
                for (int kills = 0; kills <= 1; kills++) {
                    FlinkRun run = trial.start(workers, 100);
                    kill(run, kills, 1, new Random(workers));
                    run.check(kills);
                    System.out.println(workers + " workers, " + kills + " killed: the same");
                }
            }
        }
    }

    /// The cluster ends with its owner; the resumed run starts another one, which does the splits that are left.
    @Test
    @EnabledIfSystemProperty(named = "rowan.flink.kills", matches = ".+")
    void aRunWhoseOwnerIsKilledIsResumed() throws Exception {
        try (FlinkTrial trial = FlinkTrial.of(folder, url, FEW_ROWS)) {
            FlinkRun run = trial.start(2, 100);
            run.probe().awaitRows(300);
            List<ProcessHandle> children = run.process().kill();
            for (ProcessHandle child : children) {
                child.onExit().get(60, TimeUnit.SECONDS);
            }
            String runId = run.probe().runId();
            Ended ended = run.resume(runId, "--engine", "flink");

            run.check(ended, runId, 2);
        }
    }

    /// Kills workers, chosen at random, each when all are at work again and about `gap` rows after the last.
    private static void kill(FlinkRun run, int kills, int gap, Random random) throws InterruptedException {
        long next = 60;
        for (int kill = 1; kill <= kills; kill++) {
            run.probe().awaitWorkersAt(next);
            List<ProcessHandle> workers = run.process().workers();
            ProcessHandle worker = workers.get(random.nextInt(workers.size()));
            worker.destroyForcibly();
            System.out.println("kill " + kill + ": " + worker.pid() + " at row "
                    + run.probe().rows());
            next += gap * 3L / 4 + random.nextInt(gap / 4 + 1);
        }
    }

    private void assertReopened(FlinkRun run) {
        try (LandscapeReader reader = Landscapes.read(url, folder)) {
            assertThat(reader.splits().list(run.probe().runId()))
                    .as("must-fail control: the kill hit a worker at work")
                    .anyMatch(split -> split.openings() > 1);
        }
    }
}
