package dev.rowan.engine.call;

import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Entry;

/// Writes attempts to the landscape: an intent before the send, its end before anyone reads the reply. Both are durable
/// when the call returns.
final class Ledger {
    private final LandscapeRecorder recorder;

    Ledger(LandscapeRecorder recorder) {
        this.recorder = recorder;
    }

    /// Records the intent and waits until it is durable. When that wait is broken off, the intent may stand all the
    /// same: then it has to be ended as not sent.
    void claim(Entry.CallIntended intent) throws InterruptedException {
        recorder.awaitCommitted(recorder.record(intent));
    }

    /// Records what became of an attempt, which an interrupt does not undo; the interrupt is left to the next wait.
    void end(Entry.CallEnded end) {
        boolean interrupted = false;
        try {
            long number = 0;
            while (true) {
                try {
                    number = number == 0 ? recorder.record(end) : number;
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
