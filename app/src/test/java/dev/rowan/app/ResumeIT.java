package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// `rowan resume` from outside: runs that were stopped, killed or limited in a process of their own, and what they come
/// to beside one that nobody disturbed.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ResumeIT {
    private Stage calmStage;
    private DisturbedRun calm;
    private Stage stage;
    private DisturbedRun run;

    @BeforeAll
    void runUndisturbed(@TempDir Path folder) throws Exception {
        calmStage = DisturbedRun.stage(folder);
        calm = new DisturbedRun(calmStage, folder);
        Ended ended = calm.rowan("run", "pipeline.yaml");
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(calm.lines("output")).hasSize(270);
    }

    @AfterAll
    void closeUndisturbed() throws Exception {
        calmStage.close();
    }

    @BeforeEach
    void open(@TempDir Path folder) throws Exception {
        stage = DisturbedRun.stage(folder);
        run = new DisturbedRun(stage, folder);
    }

    @AfterEach
    void close() throws Exception {
        stage.close();
    }

    private void resume(String... words) throws Exception {
        Ended resumed = run.rowan(words);
        assertThat(resumed.code()).as(resumed.err()).isZero();
        run.assertLike(calm);
        assertThat(stage.simulator().billedAgain("openai_chat")).isLessThanOrEqualTo(run.attempts("unknown"));
        assertThat(run.attempts("answered")).isEqualTo(calm.attempts("answered"));
        Ended again = run.rowan("resume", "latest");
        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("is completed", "nothing to resume");
    }

    @Test
    void aRunThatWasInterruptedGoesOnToTheSameEnd() throws Exception {
        Ended stopped = run.signalled("TERM", 60, "run", "pipeline.yaml");
        assertThat(stopped.code()).isEqualTo(3);
        assertThat(stopped.out()).contains("rowan resume ");
        resume("resume", "latest");
        assertThat(run.attempts("unknown")).isZero();
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        assertThat(run.rowan("status", "latest").out()).contains("resumed", "once");
    }

    @Test
    void aRunThatWasKilledTwiceGoesOnToTheSameEndAndNamesWhatMayBePaidTwice() throws Exception {
        assertThat(run.signalled("KILL", 60, "run", "pipeline.yaml").code()).isEqualTo(128 + 9);
        assertThat(run.status().get("status")).isEqualTo("killed");
        assertThat(run.signalled("KILL", 150, "resume", "latest").code()).isEqualTo(128 + 9);
        resume("resume", "disturbed");
        assertThat(run.attempts("unknown")).isPositive();
        assertThat(run.rowan("status", "latest").out()).contains("2 times", " unknown");
        System.out.printf(
                "killed twice: %d attempts unknown, %d calls billed again%n",
                run.attempts("unknown"), stage.simulator().billedAgain("openai_chat"));
    }

    @Test
    void aRunThatReachedItsCapGoesOnWhenThatIsRaised() throws Exception {
        run.pipeline(Map.of("max_cost_usd: 1", "max_cost_usd: 0.0008"));
        Ended capped = run.rowan("run", "pipeline.yaml");
        assertThat(capped.code()).as(capped.err()).isEqualTo(5);
        assertThat(run.rowan("resume", "latest").code()).isEqualTo(5);
        run.pipeline(Map.of());
        resume("resume", "latest");
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
    }

    @Test
    void aRunThatReachedItsLimitOfRowsGoesOn() throws Exception {
        assertThat(run.rowan("run", "pipeline.yaml", "--limit", "100").code()).isEqualTo(5);
        assertThat(run.lines("output")).hasSize(90);
        assertThat(run.rowan("resume", "latest", "--limit", "200").code()).isEqualTo(5);
        assertThat(run.lines("output")).hasSize(180);
        resume("resume", "latest");
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
    }

    @Test
    void aDatabaseThatSomeoneElseLocksStopsTheSendingAndThenTheRun() throws Exception {
        try (RowanProcess rowan = run.start("run", "pipeline.yaml");
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + run.file("rowan.db"))) {
            rowan.awaitThat(() -> run.asked() >= 60);
            lock(other);
            long asked = run.asked();
            Ended ended = rowan.await();
            assertThat(ended.code()).as(ended.err()).isEqualTo(1);
            assertThat(ended.err()).contains("rowan.db is held by another process for too long", "rowan resume ");
            assertThat(run.asked() - asked).isLessThan(60);
        }
        resume("resume", "latest");
    }

    /// Takes the right to write, in the gaps that the run leaves.
    private static void lock(Connection other) throws SQLException {
        try (Statement statement = other.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute("BEGIN IMMEDIATE");
        }
    }

    @Test
    void ofTwoThatResumeAtOnceOneIsRefused() throws Exception {
        run.signalled("KILL", 60, "run", "pipeline.yaml");
        try (RowanProcess one = run.start("resume", "latest");
                RowanProcess other = run.start("resume", "latest")) {
            Ended first = one.await();
            Ended second = other.await();
            assertThat(List.of(first.code(), second.code()))
                    .as(first.err() + second.err())
                    .containsExactlyInAnyOrder(0, 1);
            assertThat(first.err() + second.err()).contains("is held by ");
        }
        run.assertLike(calm);
        assertThat(stage.simulator().billedAgain("openai_chat")).isLessThanOrEqualTo(run.attempts("unknown"));
    }

    /// Answers take a second here, so that some calls are surely on their way when the process is killed.
    @Test
    void callsThatMayBePaidOnceOnlyAreNotSentAgain(@TempDir Path folder) throws Exception {
        close();
        stage = Stage.open(folder, Map.of("latency", Map.of("typical", "1s")));
        run = new DisturbedRun(stage, folder);
        run.pipeline(Map.of("at_least_once", "at_most_once"));
        Path input = run.file("rows.jsonl");
        Files.write(input, Files.readAllLines(input).subList(0, 40));
        assertThat(run.signalled("KILL", 3, "run", "pipeline.yaml").code()).isEqualTo(128 + 9);
        Ended resumed = run.rowan("resume", "latest");
        assertThat(resumed.code()).as(resumed.err()).isEqualTo(4);
        long unknown = run.attempts("unknown");
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        assertThat(run.status().get("outcomes"))
                .isInstanceOfSatisfying(
                        Map.class,
                        outcomes -> assertThat(outcomes.get("indeterminate"))
                                .isInstanceOfSatisfying(
                                        Long.class, rows -> assertThat(rows).isBetween(1L, unknown)));
        assertThat(run.rowan("status", "latest").out()).contains("indeterminate");
        String row = run.lines("failed").stream().findFirst().orElseThrow();
        String number = row.replaceAll(".*\"n\":(\\d+).*", "$1");
        assertThat(run.rowan("explain", "latest", "--row", number).out()).contains("indeterminate", "unknown");
    }

    @Test
    void outputThatALaterRunWroteToIsNotTouched() throws Exception {
        run.signalled("KILL", 60, "run", "pipeline.yaml");
        String first = String.valueOf(run.status().get("run"));
        assertThat(run.rowan("run", "pipeline.yaml", "--overwrite").code()).isZero();
        Map<String, String> written = run.sinks();
        Ended refused = run.rowan("resume", first);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("cannot go on: run ", "has written to ");
        assertThat(run.sinks()).isEqualTo(written);
    }
}
