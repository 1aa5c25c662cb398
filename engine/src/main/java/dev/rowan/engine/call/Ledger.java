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

    /// Records the intent and waits until it is durable. An interrupt before it is recorded leaves nothing; a
    /// later one is left to the next wait, so that an intent that stands always gets its end.
    void claim(Entry.CallIntended intent) throws InterruptedException {
        awaitCommitted(recorder.record(intent));
    }

    /// Records what became of an attempt, which an interrupt does not undo; the interrupt is left to the next wait.
    void end(Entry.CallEnded end) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    awaitCommitted(recorder.record(end));
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
