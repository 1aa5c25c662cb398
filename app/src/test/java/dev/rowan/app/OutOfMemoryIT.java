package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.app.RowanProcess.Ended;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Fills the heap of the real program at points chosen by chance, so that its threads fail wherever they allocate, and
/// checks that it ends within 10 s, or five times what an undisturbed run takes on a busy machine, says why, and is
/// resumed as if nothing had happened. With `-Drowan.chaos=full` a hundred times.
@Timeout(3_600)
class OutOfMemoryIT {
    private static final long SEED = Long.getLong("rowan.chaos.seed", 41);
    private static final int TIMES = Integer.getInteger(
            "rowan.chaos.times", System.getProperty("rowan.chaos", "").equals("full") ? 100 : 2);
    private static final Duration MIN_PATIENCE = Duration.ofSeconds(Long.getLong("rowan.chaos.patience", 10));
    private static final Map<String, Object> SERVICE = Map.of("latency", Map.of("typical", "5ms"));

    @TempDir
    private Path folder;

    private Duration patience = Duration.ofMinutes(1);

    @Test
    void endsTheRunInTimeWhichIsResumedAsIfNothingHadHappened() throws Exception {
        var random = new SplittableRandom(SEED);
        Trial trial = new Scenario(16, SEED, Scenario.Order.INPUT, Scenario.Delivery.PATIENT)
                .in(
                        folder,
                        PluginCatalog.load(),
                        FaultVariation.none(),
                        new Trial.Outer(new SystemTime(), new SecureRandom()));
        ReferenceRun reference;
        try (Stage stage = Stage.open(folder, SERVICE)) {
            var time = new SystemTime();
            long before = time.nanos();
            assertThat(run(stage, 0, 0, "run").code()).isIn(0, 4);
            patience = patience(Duration.ofNanos(time.nanos() - before));
            reference = trial.checker(Optional.empty()).reference();
        }
        int starved = 0;
        int stopped = 0;
        long slowest = 0;
        for (int i = 0; starved < TIMES; i++) {
            Folders.remove(trial.work());
            long point = random.nextLong(1, 300);
            long hold = random.nextLong(500);
            String where = "try %d, point %d, full for %d ms, seed %d".formatted(i, point, hold, SEED);
            try (Stage stage = Stage.open(folder, SERVICE)) {
                Ended ended = run(stage, point, hold, "run");
                if (ended.err().contains("starved")) {
                    starved++;
                }
                slowest = Math.max(slowest, millis(ended.err()));
                if (ended.code() == 1) {
                    stopped++;
                    assertThat(ended.err()).as(where).contains("out of memory", "ROWAN_JAVA_OPTS=-Xmx");
                }
                assertThat(ended.code()).as("%s: %s", where, ended.err()).isIn(0, 1, 4);
                finish(stage);
                assertThat(findings(trial, reference, stage)).as(where).isEmpty();
            }
        }
        System.out.printf(
                "%d times out of memory, %d runs stopped for it, the slowest after %d ms, seed %d%n",
                starved, stopped, slowest, SEED);
    }

    private static Duration patience(Duration undisturbed) {
        Duration five = undisturbed.multipliedBy(5);
        return five.compareTo(MIN_PATIENCE) > 0 ? five : MIN_PATIENCE;
    }

    private static long millis(String said) {
        Matcher time = Pattern.compile("ended after (\\d+) ms").matcher(said);
        return time.find() ? Long.parseLong(time.group(1)) : 0;
    }

    /// Resumes a run that stopped. A process that ended before it recorded a run is started again.
    private void finish(Stage stage) throws Exception {
        int code = run(stage, 0, 0, "resume").code();
        if (code != 0 && code != 4) {
            assertThat(run(stage, 0, 0, "run").code()).isIn(0, 4);
        }
    }

    private Ended run(Stage stage, long point, long hold, String what) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(RowanProcess.command());
        command.addAll(1, List.of("-Xmx48m", "-Drowan.chaos.patience=" + patience.toSeconds()));
        command.set(command.size() - 1, StarvingMain.class.getName());
        command.addAll(List.of(String.valueOf(point), String.valueOf(hold)));
        command.addAll(
                what.equals("run")
                        ? List.of("run", "pipeline.yaml", "--overwrite", "--quiet")
                        : List.of("resume", "latest"));
        command.addAll(List.of("--landscape", "sqlite:work/rowan.db"));
        try (RowanProcess rowan = RowanProcess.start(folder, command, stage.environment())) {
            return rowan.await();
        }
    }

    private static List<Violation> findings(Trial trial, ReferenceRun reference, Stage stage) throws Exception {
        return trial.checker(Optional.of(Stage.KEY))
                .check(reference, BilledCalls.of(stage.simulator().lines()));
    }
}
