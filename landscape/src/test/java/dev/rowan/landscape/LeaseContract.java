package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.landscape.store.Database;
import dev.rowan.landscape.store.Session;
import dev.rowan.landscape.verify.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Leases, on any database.
abstract class LeaseContract extends LandscapeFixture {

    /// Makes the live owner of run `a`, which is run number 1, look dead.
    abstract void hideOwner() throws IOException, SQLException;

    /// Whether others detect a killed owner only after a timeout.
    abstract boolean deathIsKnownByRenewals();

    final void change(String sql) throws SQLException {
        try (Session session = Database.of(url(), Path.of(".")).open()) {
            session.begin();
            session.execute(sql);
            session.commit();
        }
    }

    private String status() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.runs().summary("a").status();
        }
    }

    private long rowsEnded() {
        try (LandscapeReader reader = landscape.reader()) {
            return reader.runs().summary("a").rowsEnded();
        }
    }

    @Test
    void aRunIsRunningWhileHeldAndKilledWhenClosedWithoutAnEnd() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.read(1)));
            assertThat(status()).isEqualTo("running");
        }
        assertThat(status()).isEqualTo("killed");
    }

    @Test
    void releasesTheLeaseAtTheEndOfTheRun() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.end(new RunEnd(RunEnd.Status.INTERRUPTED, 0, Optional.empty()));
            assertThat(status()).isEqualTo("interrupted");
        }
        ResumedRun second = resume("a");
        try (LandscapeRecorder recorder = second.recorder()) {
            assertThat(second.recovered().epoch()).isEqualTo(2);
            assertThat(status()).isEqualTo("running");
            recorder.end(Samples.COMPLETED);
            assertThat(status()).isEqualTo("completed");
        }
        ResumedRun third = resume("a");
        third.recorder().close();
        assertThat(third.recovered().epoch()).isEqualTo(3);
        assertThat(status()).as("gone on with after its end, and left").isEqualTo("killed");
    }

    @Test
    void rejectsATakeoverFromALiveOwner() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            assertThatThrownBy(() -> resume("a"))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContainingAll(
                            "run a is held by process "
                                    + ProcessHandle.current().pid(),
                            "last renewed",
                            "stop it first");

            recorder.awaitCommitted(recorder.record(Samples.wholeRow(1)));
            assertThat(status()).isEqualTo("running");
        }
    }

    @Test
    void rejectsASecondTakeover() throws InterruptedException {
        landscape.start(Samples.run("a")).close();
        try (LandscapeRecorder taken = resume("a").recorder()) {
            assertThatThrownBy(() -> resume("a")).hasMessageContaining("run a is held by process");
            taken.awaitCommitted(taken.record(Samples.wholeRow(1)));
        }
    }

    @Test
    void rejectsATakeoverOfAnUnknownRun() {
        assertThatThrownBy(() -> resume("b"))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("there is no run 'b'");
    }

    @Test
    void aWriterWhoseRunWasTakenOverWritesNothing() throws InterruptedException, IOException, SQLException {
        try (LandscapeRecorder stale = landscape.start(Samples.run("a"))) {
            stale.awaitCommitted(stale.record(Samples.wholeRow(1)));
            hideOwner();
            try (LandscapeRecorder taken = resume("a").recorder()) {
                taken.awaitCommitted(taken.record(Samples.read(5)));
                long number = stale.record(Samples.wholeRow(2));

                assertThatThrownBy(() -> stale.awaitCommitted(number))
                        .isInstanceOf(LandscapeException.class)
                        .hasMessageContainingAll(
                                "another process has taken over run a: process "
                                        + ProcessHandle.current().pid(),
                                "epoch 2, this one had 1");
                assertThatThrownBy(() -> stale.end(Samples.COMPLETED)).hasMessageContaining("has taken over run a");
                stale.close();
                assertThat(status()).as("the new owner's hold stays").isEqualTo("running");
            }
        }
        assertThat(rowsEnded()).isEqualTo(1);
        assertThat(status()).isEqualTo("killed");
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    /// Control of the test above: the same steps, but the lease is restored before the writer continues.
    @Test
    void aWriterThatStillOwnsItsLeaseWrites() throws InterruptedException, IOException, SQLException {
        try (LandscapeRecorder writer = landscape.start(Samples.run("a"))) {
            writer.awaitCommitted(writer.record(Samples.wholeRow(1)));
            hideOwner();
            change("UPDATE run_lease SET epoch = 2 WHERE run_no = 1");
            change("UPDATE run_lease SET epoch = 1 WHERE run_no = 1");

            writer.awaitCommitted(writer.record(Samples.wholeRow(2)));
        }
        assertThat(rowsEnded()).isEqualTo(2);
    }

    @Test
    @Tag("slow")
    void anotherProcessIsRefusedUntilTheOwnerIsKilled() throws InterruptedException, IOException, SQLException {
        try (RunHolder other = RunHolder.start(url())) {
            assertThat(status()).isEqualTo("running");
            assertThatThrownBy(() -> resume("a"))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("run a is held by process " + other.pid());
            assertThat(status()).as("asking does not loosen the hold").isEqualTo("running");
            assertThatThrownBy(() -> resume("a")).isInstanceOf(LandscapeException.class);

            other.kill();
            if (deathIsKnownByRenewals()) {
                assertThat(status()).isEqualTo("running");
                hideOwner();
            }
            assertThat(status()).isEqualTo("killed");
            resume("a").recorder().close();
        }
    }

    @Test
    @Tag("slow")
    void anOwnerInAnotherProcessThatComesBackWritesNothing() throws InterruptedException, IOException, SQLException {
        try (RunHolder other = RunHolder.start(url())) {
            hideOwner();
            try (LandscapeRecorder taken = resume("a").recorder()) {
                taken.awaitCommitted(taken.record(Samples.read(5)));
                assertThat(other.resume()).contains("another process has taken over run a");
            }
        }
        assertThat(rowsEnded()).isEqualTo(1);
    }

    /// Control of the test above.
    @Test
    void anOwnerInAnotherProcessThatStillOwnsItsLeaseWrites() throws InterruptedException, IOException {
        try (RunHolder other = RunHolder.start(url())) {
            assertThat(other.resume()).isEqualTo("written");
        }
        assertThat(rowsEnded()).isEqualTo(2);
    }

    @Test
    void ofTwoConcurrentResumesOneIsRejectedWithTheOwner() throws Exception {
        landscape.start(Samples.run("a")).close();
        for (int round = 0; round < 10; round++) {
            try (CallScope scope = CallScope.openPlatform("resume");
                    Landscape other = Landscapes.open(url(), Path.of("."), time, new SecureRandom())) {
                List<FutureTask<ResumedRun>> both = List.of(
                        scope.fork(() -> landscape.resume("a", Samples.RESUME)),
                        scope.fork(() -> other.resume("a", Samples.RESUME)));
                var refused = new ArrayList<String>();
                var taken = new ArrayList<LandscapeRecorder>();
                for (FutureTask<ResumedRun> one : both) {
                    try {
                        taken.add(one.get().recorder());
                    } catch (ExecutionException error) {
                        refused.add(String.valueOf(error.getMessage()));
                    }
                }
                assertThat(taken).hasSize(1);
                assertThat(refused)
                        .singleElement()
                        .asString()
                        .contains("run a is held by process "
                                + ProcessHandle.current().pid());
                taken.getFirst().close();
            }
        }
        try (LandscapeReader reader = landscape.reader()) {
            assertThat(reader.runs().summary("a").resumed()).isEqualTo(10);
        }
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }

    @Test
    void aWallClockThatJumpsChangesNothing() throws InterruptedException {
        try (LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (int days : List.of(1, -2)) {
                time.jump(Duration.ofDays(days));
                recorder.awaitCommitted(recorder.record(Samples.wholeRow(10 + days)));
                assertThat(status()).isEqualTo("running");
                assertThatThrownBy(() -> resume("a")).hasMessageContaining("run a is held by process");
            }
        }
        time.jump(Duration.ofDays(-1));
        try (LandscapeRecorder recorder = resume("a").recorder()) {
            recorder.record(Samples.wholeRow(2));
            recorder.end(Samples.COMPLETED);
        }
        assertThat(status()).isEqualTo("completed");
        assertThat(check("a", Optional.empty())).isInstanceOf(Verdict.Intact.class);
    }
}
