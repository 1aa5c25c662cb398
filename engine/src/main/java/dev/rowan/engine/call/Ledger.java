package dev.rowan.engine.call;

import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Entry;

/// Writes attempts to the landscape: an intent before the send, its end before anyone goes by the reply.
///
/// An intent is durable when it is claimed. An end is committed as soon as the writer can, and nobody waits for it
/// here: the log is committed in order, so the next intent of the row comes with it or after it, and a row goes to
/// its sink when all of its record is durable. A request leaves its lane when its end is in the log; so at most as
/// many intents as the lane has places are durable without their ends at any moment.
final class Ledger {
    private final LandscapeRecorder recorder;

    Ledger(LandscapeRecorder recorder) {
        this.recorder = recorder;
    }

    /// Records the intent and waits until it is durable. An interrupt before it is recorded leaves nothing; a
    /// later one is left to the next wait, so that an intent that stands always gets its end.
    void claim(Entry.CallIntended intent) throws InterruptedException {
        awaitCommitted(recorder.record(intent));
    }

    /// Records what became of an attempt; gives the number of that record.
    long end(Entry.CallEnded end) {
        return recorder.recordInAnyCase(end);
    }

    private void awaitCommitted(long number) {
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
