package dev.rowan.engine.call;

import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/// Writes attempts to the landscape: an intent before the send, its end before anyone acts on the reply.
///
/// An intent is durable when it is claimed. An end is in the log when [#end] returns, and the request then leaves
/// its lane; so the capacity of the lane bounds the intents that are durable without their ends. The row waits with
/// [#awaitDurable] before its transform gets the reply, with neither a permit nor a slot in the lane.
///
/// Both waits allow the recorder to commit several rows together, for as long as a call takes and no longer than
/// [#MAX_COMMIT_DELAY]. Rows wait longer then, but the calls per second stay the same: a lane has slots for those
/// that wait for their intent, and a lane with a single slot has no commit within the time of a call.
final class Ledger {
    private static final Duration MAX_COMMIT_DELAY = Duration.ofMillis(100);
    /// The weight of a slower answer; a faster one counts fully.
    private static final int SLOWER_SHARE = 32;

    private final LandscapeRecorder recorder;
    private final AtomicLong fastMicros = new AtomicLong();

    Ledger(LandscapeRecorder recorder) {
        this.recorder = recorder;
    }

    /// Records the intent and waits until it is durable. An interrupt before it is recorded leaves nothing; a later
    /// one is left to the next wait, so that a recorded intent always gets its end.
    void claim(LogEntry.CallIntended intent) throws InterruptedException {
        awaitDurable(recorder.record(intent));
    }

    /// Records the end of an attempt; returns the number of the record.
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

    /// Records that a call reuses an answer of an earlier run; returns the number of the record.
    long reuse(LogEntry.CallReused reused) {
        return recorder.recordInAnyCase(reused);
    }

    /// Waits until the record with this number, and all before it, are durable. An interrupt is left to the next
    /// wait.
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
