package dev.rowan.landscape.record;

import dev.rowan.landscape.chain.LogKey;

/// A writer of a run beside its owner, from 1, and the epoch of the run that it works for.
public record WriterId(String runId, int runEpoch, int writer) {

    public WriterId {
        if (writer < 1 || writer > LogKey.MAX_WRITER) {
            throw new IllegalArgumentException(
                    "a writer beside the owner must be 1 to " + LogKey.MAX_WRITER + ", got " + writer);
        }
    }
}
