package dev.rowan.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.SystemTime;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.landscape.SplitRecorder.Opening;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.landscape.verify.ChainCheck;
import dev.rowan.landscape.verify.VerifyInputs;
import dev.rowan.testkit.server.PostgresServer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/// A writer whose process is frozen in the middle of the transaction that claims a call.
@ExtendWith(PostgresServer.class)
@Tag("slow")
class PostgresFrozenWriterTest {
    private static final WriterId WRITER = new WriterId("a", 1, 1);

    private final String url;
    private final CountDownLatch frozen = new CountDownLatch(1);
    private final CountDownLatch thawed = new CountDownLatch(1);
    private volatile boolean freezing;

    PostgresFrozenWriterTest(PostgresServer.Schema schema) {
        this.url = schema.url();
    }

    /// Called by the writer's thread before a commit, when its transaction holds the lock of its epoch.
    private void at(FaultPoint point) {
        if (point == FaultPoint.COMMIT_READY && freezing) {
            freezing = false;
            frozen.countDown();
            try {
                thawed.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Landscape open(Faults faults) {
        return Landscapes.open(url, Path.of("."), new SystemTime(), new SecureRandom(), faults);
    }

    /// The server ends its transaction after ten seconds; then another process joins as the same writer.
    @Test
    @Timeout(40)
    void keepsItsSuccessorWaitingForTenSecondsAndCommitsNothingMore() throws Exception {
        try (Landscape landscape = open(Faults.NONE);
                Landscape other = open(this::at);
                LandscapeRecorder owner = landscape.start(Samples.run("a"));
                SplitRecorder before = other.join(WRITER)) {
            before.open(SplitWork.split(0));
            freezing = true;
            long claim = before.record(SplitWork.claimed(1, 1));
            frozen.await();

            SplitRecorder after = landscape.join(WRITER);
            thawed.countDown();

            assertThatThrownBy(() -> before.awaitCommitted(claim))
                    .isInstanceOf(LandscapeException.class)
                    .hasMessageContaining("another process has taken over writer 1 of run a");
            try (after) {
                assertThat(after.open(SplitWork.split(0))).isEqualTo(Opening.AGAIN);
                for (long row = 1; row <= SplitWork.ROWS; row++) {
                    after.record(SplitWork.claimed(row, 1));
                    after.record(SplitWork.answered(row, 1));
                }
                after.awaitCommitted(after.record(SplitWork.done(SplitWork.split(0))));
            }
            owner.end(SplitWork.completed(1));
            assertSound(landscape);
        }
    }

    /// The claim of the frozen writer is not on record, so nothing was sent for it.
    private void assertSound(Landscape landscape) {
        try (LandscapeReader reader = landscape.reader();
                ChainCheck check = ChainCheck.open(url, Path.of("."))) {
            RunSummary summary = reader.runs().summary("a");
            assertThat(summary.calls().attempts())
                    .containsEntry(CallState.ANSWERED, (long) SplitWork.ROWS)
                    .doesNotContainKey(CallState.UNKNOWN);
            assertThat(check.verify("a", VerifyInputs.itself()).findings()).isEmpty();
        }
    }
}
