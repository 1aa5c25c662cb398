package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.chaos.FaultVariation;
import dev.rowan.chaos.Scenario;
import dev.rowan.chaos.Trial;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.check.Violation;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.pipeline.PluginCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Kills the real program, `rowan run` and `rowan resume`, at times and at points chosen by chance, and
/// checks what came of it from the landscape, the sinks and the simulator's bill.
@Timeout(1_800)
class KilledIT {
    private static final long SEED = 23;
    private static final Map<String, Object> SERVICE = Map.of(
            "latency",
            Map.of("typical", "5ms"),
            "fault_attempts",
            1,
            "faults",
            Map.of("status:503:none", 0.05, "status:500", 0.05, "openai_chat/lost_reply", 0.05));

    private static final Map<String, Object> RELIABLE = Map.of("latency", Map.of("typical", "20ms"));

    @TempDir
    private Path folder;

    @Test
    void nothingIsLostOrTwiceOrPaidUnnamedWhereverTheProcessIsKilled() throws Exception {
        int kills = System.getProperty("rowan.chaos", "").equals("full") ? 110 : 4;
        var random = new SplittableRandom(SEED);
        Trial trial = new Scenario(16, SEED, Scenario.Order.INPUT, Scenario.Delivery.PATIENT)
                .in(
                        folder,
                        PluginCatalog.load(),
                        FaultVariation.none(),
                        new Trial.Outer(new SystemTime(), new SecureRandom()));
        ReferenceRun reference;
        Duration whole;
        RowanProcess.command(); // the first one of a build makes a cache, whose time is not the run's
        try (Stage stage = Stage.open(folder, SERVICE)) {
            long started = new SystemTime().nanos();
            assertThat(run(stage, 0, "run")).isIn(0, 4);
            whole = Duration.ofNanos(new SystemTime().nanos() - started);
            reference = trial.checker(Optional.empty()).reference();
            assertThat(findings(trial, reference, stage)).isEmpty();
        }
        int killed = 0;
        for (int i = 0; killed < kills; i++) {
            Folders.remove(trial.work());
            try (Stage stage = Stage.open(folder, SERVICE)) {
                killed += i % 2 == 0 ? killAtPoints(stage, random) : killInTime(stage, random, whole);
                finish(stage);
                assertThat(findings(trial, reference, stage))
                        .as("try %d, seed %d", i, SEED)
                        .isEmpty();
            }
        }
        System.out.printf("%d processes killed, seed %d%n", killed, SEED);
    }

    /// One run that is killed by a signal again and again, with a service that never loses a reply and a model whose
    /// calls are sent again at most once for a lost reply: only our own kills can use up what a row has.
    @Test
    void everyRowOfOneRunThatIsKilledAgainAndAgainCompletes() throws Exception {
        boolean full = System.getProperty("rowan.chaos", "").equals("full");
        int kills = full ? 60 : 2;
        var random = new SplittableRandom(SEED);
        Trial trial = new Scenario(full ? 250 : 16, SEED, Scenario.Order.INPUT, Scenario.Delivery.AT_LEAST_ONCE)
                .in(
                        folder,
                        PluginCatalog.load(),
                        FaultVariation.none(),
                        new Trial.Outer(new SystemTime(), new SecureRandom()));
        ReferenceRun reference;
        Map<String, String> sinks;
        try (Stage stage = Stage.open(folder, RELIABLE)) {
            assertThat(run(stage, 0, "run")).isIn(0, 4);
            reference = trial.checker(Optional.empty()).reference();
            sinks = trial.sinks();
        }
        Folders.remove(trial.work());
        try (Stage stage = Stage.open(folder, RELIABLE)) {
            for (int kill = 1; kill <= kills; kill++) {
                long before = stage.simulator().lines().size();
                long more = random.nextLong(1, 9);
                try (RowanProcess rowan = start(stage, 0, kill == 1 ? "run" : "resume")) {
                    rowan.awaitThat(() -> requests(stage) >= before + more);
                    rowan.signal("KILL");
                    rowan.await();
                }
            }
            assertThat(run(stage, 0, "resume")).isIn(0, 4);
            assertThat(findings(trial, reference, stage)).isEmpty();
            assertThat(trial.sinks()).isEqualTo(sinks);
            System.out.printf(
                    "one run killed %d times, %d requests, seed %d%n",
                    kills, stage.simulator().lines().size(), SEED);
        }
    }

    private static long requests(Stage stage) {
        try {
            return stage.simulator().lines().size();
        } catch (Exception unreachable) {
            throw new AssertionError(unreachable);
        }
    }

    /// Kills a run at a point, and the resume of it at another.
    private int killAtPoints(Stage stage, SplittableRandom random) throws Exception {
        int killed = 0;
        for (String what : List.of("run", "resume")) {
            if (run(stage, random.nextLong(1, 350), what) == HaltingMain.KILLED) {
                killed++;
            }
        }
        return killed;
    }

    private int killInTime(Stage stage, SplittableRandom random, Duration whole) throws Exception {
        int killed = 0;
        for (String what : List.of("run", "resume")) {
            try (RowanProcess rowan = start(stage, 0, what)) {
                long wait = whole.toMillis() / 3 + random.nextLong(Math.max(1, whole.toMillis() * 2 / 3));
                if (!rowan.endsWithin(Duration.ofMillis(wait))) {
                    rowan.signal("KILL");
                    killed++;
                }
                rowan.await();
            }
        }
        return killed;
    }

    /// Resumes until there is nothing left to do. A process that died before it recorded a run is started
    /// again.
    private void finish(Stage stage) throws Exception {
        int code = run(stage, 0, "resume");
        if (code != 0 && code != 4) {
            assertThat(run(stage, 0, "run")).isIn(0, 4);
        }
    }

    private int run(Stage stage, long point, String what) throws IOException, InterruptedException {
        try (RowanProcess rowan = start(stage, point, what)) {
            return rowan.await().code();
        }
    }

    private RowanProcess start(Stage stage, long point, String what) throws IOException {
        List<String> command = new ArrayList<>(RowanProcess.command());
        command.set(command.size() - 1, HaltingMain.class.getName());
        command.add(String.valueOf(point));
        command.addAll(
                what.equals("run")
                        ? List.of("run", "pipeline.yaml", "--overwrite", "--quiet")
                        : List.of("resume", "latest"));
        command.addAll(List.of("--landscape", "sqlite:work/rowan.db"));
        return RowanProcess.start(folder, command, stage.environment());
    }

    private List<Violation> findings(Trial trial, ReferenceRun reference, Stage stage) throws Exception {
        return trial.checker(Optional.of(Stage.KEY))
                .check(reference, BilledCalls.of(stage.simulator().lines()));
    }
}
