package dev.rowan.engine.call;

import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Entry;

/// Writes attempts to the landscape: an intent before the send, its end before anyone goes by the reply.
///
/// An intent is durable when it is claimed. An end is in the log when [#end] returns, and the request then leaves its
/// lane; so at most as many intents as the lane has places are durable without their ends at any moment. The row waits
/// with [#awaitDurable] before its transform is given the reply, with neither a permit nor a place in the lane.
final class Ledger {
    private final LandscapeRecorder recorder;

    Ledger(LandscapeRecorder recorder) {
        this.recorder = recorder;
    }

    /// Records the intent and waits until it is durable. An interrupt before it is recorded leaves nothing; a
    /// later one is left to the next wait, so that an intent that stands always gets its end.
    void claim(Entry.CallIntended intent) throws InterruptedException {
        awaitDurable(recorder.record(intent));
    }

    /// Records what became of an attempt; gives the number of that record.
    long end(Entry.CallEnded end) {
        return recorder.recordInAnyCase(end);
    }

    /// Records that a call takes an answer of an earlier run; gives the number of that record.
    long reuse(Entry.CallReused reused) {
        return recorder.recordInAnyCase(reused);
    }

    /// Waits until the record with this number is durable, and all before it. An interrupt is left to the next wait.
    void awaitDurable(long number) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    recorder.awaitCommitted(number);
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
