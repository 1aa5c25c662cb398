package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/// `rowan resume` from outside: runs that were stopped or killed in a process of their own, and what they
/// come to beside one that nobody disturbed. Those that a limit ended are in [LimitedResumeIT].
class ResumeIT extends BesideCalm {

    @Test
    void resumesAnInterruptedRunToTheSameResult() throws Exception {
        Ended stopped = run.signalled("TERM", 60, "run", "pipeline.yaml");
        assertThat(stopped.code()).isEqualTo(3);
        assertThat(stopped.out()).contains("rowan resume ");
        assertThat(run.assertResumesLike(calm, "resume", "latest").attempts("unknown"))
                .isZero();
        assertThat(stage.simulator().billedAgain("openai_chat")).isZero();
        assertThat(run.rowan("status", "latest").out()).contains("resumed", "once");
    }

    @Test
    void resumesARunThatWasKilledTwiceAndListsWhatMayBePaidTwice() throws Exception {
        assertThat(run.signalled("KILL", 60, "run", "pipeline.yaml").code()).isEqualTo(128 + 9);
        assertThat(run.status().get("status")).isEqualTo("killed");
        assertThat(run.signalled("KILL", 150, "resume", "latest").code()).isEqualTo(128 + 9);
        long unknown = run.assertResumesLike(calm, "resume", "disturbed").attempts("unknown");
        assertThat(unknown).isPositive();
        assertThat(run.rowan("status", "latest").out()).contains("2 times", " unknown");
        System.out.printf(
                "killed twice: %d attempts unknown, %d calls billed again%n",
                unknown, stage.simulator().billedAgain("openai_chat"));
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
        run.assertResumesLike(calm, "resume", "latest");
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
        long unknown = run.assertLike(calm).attempts("unknown");
        assertThat(stage.simulator().billedAgain("openai_chat")).isLessThanOrEqualTo(unknown);
    }
}
