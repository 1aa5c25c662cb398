package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.Head;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.CallState;
import dev.rowan.landscape.record.RunEnd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// A commit may be delayed for as long as a call takes, and no longer.
class LedgerTest {
    private final Delays recorder = new Delays();
    private final Ledger ledger = new Ledger(recorder);

    /// A recorder that keeps the last allowed delay.
    private static final class Delays implements LandscapeRecorder {
        private Duration last = Duration.ZERO;

        @Override
        public long record(LogEntry entry) {
            return 1;
        }

        @Override
        public long record(List<? extends LogEntry> together) {
            return together.size();
        }

        @Override
        public CostPool costPool(Usd cap) {
            throw new UnsupportedOperationException("no run");
        }

        @Override
        public void awaitCommitted(long number) {
            last = Duration.ZERO;
        }

        @Override
        public void awaitCommitted(long number, Duration delay) {
            last = delay;
        }

        @Override
        public Head end(RunEnd end) {
            throw new UnsupportedOperationException("nothing ends here");
        }

        @Override
        public void close() {}
    }

    private Duration delayAfter(CallState state, Duration onWire, int times) {
        for (int i = 0; i < times; i++) {
            ledger.end(new LogEntry.CallEnded(
                    new LogEntry.CallKey(1, 0, 0, 0, 1, "ab"),
                    1,
                    Instant.EPOCH,
                    state,
                    state.word(),
                    OptionalInt.empty(),
                    Usage.unknown(),
                    Usd.ZERO,
                    true,
                    new LogEntry.CallTimes(0, 0, onWire.toNanos() / 1_000, 0),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty()));
        }
        ledger.awaitDurable(1);
        return recorder.last;
    }

    @Test
    void nothingIsDelayedBeforeItIsKnownHowLongACallTakes() {
        ledger.awaitDurable(1);

        assertThat(recorder.last).isZero();
    }

    @Test
    void slowCallsAllowTheLongestDelay() {
        assertThat(delayAfter(CallState.ANSWERED, Duration.ofSeconds(2), 10)).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aFastCallShortensTheDelayAtOnce() {
        delayAfter(CallState.ANSWERED, Duration.ofSeconds(2), 10);

        assertThat(delayAfter(CallState.ANSWERED, Duration.ofMillis(3), 1)).isEqualTo(Duration.ofMillis(3));
    }

    @Test
    void refusalsSayNothingOfHowLongACallTakes() {
        delayAfter(CallState.ANSWERED, Duration.ofSeconds(2), 10);

        assertThat(delayAfter(CallState.REJECTED, Duration.ofMillis(1), 5)).isEqualTo(Duration.ofMillis(100));
    }
}
