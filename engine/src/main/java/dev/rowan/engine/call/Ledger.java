package dev.rowan.engine.call;

import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Writes attempts to the landscape: an intent before the send, its end before anyone goes by the reply.
///
/// An intent is durable when it is claimed. An end is in the log when [#end] returns, and the request then leaves its
/// lane; so at most as many intents as the lane has places are durable without their ends at any moment. The row waits
/// with [#awaitDurable] before its transform is given the reply, with neither a permit nor a place in the lane.
///
/// Both waits allow the recorder to commit several rows together, for as long as a call takes and no longer than
/// [#MAX_COMMIT_DELAY]. Rows wait longer then, but the calls per second stay the same: a lane has places for those
/// that wait for their intent, and a lane with a single place has no commit within the time of a call.
final class Ledger {
    private static final Duration MAX_COMMIT_DELAY = Duration.ofMillis(100);
    /// How much of a slower answer counts; a faster one counts whole.
    private static final int SLOWER_SHARE = 32;

    private final LandscapeRecorder recorder;
    private final AtomicLong fastMicros = new AtomicLong();

    Ledger(LandscapeRecorder recorder) {
        this.recorder = recorder;
    }

    /// Records the intent and waits until it is durable. An interrupt before it is recorded leaves nothing; a
    /// later one is left to the next wait, so that an intent that stands always gets its end.
    void claim(LogEntry.CallIntended intent) throws InterruptedException {
        awaitDurable(recorder.record(intent));
    }

    /// Records what became of an attempt; gives the number of that record.
    long end(LogEntry.CallEnded end) {
        if (end.state() == LogEntry.CallState.ANSWERED) {
            long micros = end.times().wireMicros();
            fastMicros.updateAndGet(fast -> micros <= fast ? micros : fast + (micros - fast) / SLOWER_SHARE);
        }
        return recorder.recordInAnyCase(end);
    }

    private Duration commitDelay() {
        return Duration.ofNanos(Math.min(MAX_COMMIT_DELAY.toNanos(), 1_000 * fastMicros.get()));
    }

    /// Records that a call takes an answer of an earlier run; gives the number of that record.
    long reuse(LogEntry.CallReused reused) {
        return recorder.recordInAnyCase(reused);
    }

    /// Waits until the record with this number is durable, and all before it. An interrupt is left to the next wait.
    void awaitDurable(long number) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    recorder.awaitCommitted(number, commitDelay());
                    return;
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
