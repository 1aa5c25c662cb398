package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;

/// The result of checking a run's record.
public sealed interface Verdict {

    /// Every event is as it was written. `gone` counts events whose values were deleted; `ended` tells whether the
    /// run's end is recorded; `head` is the last head.
    record Intact(long events, long gone, boolean ended, Head head) implements Verdict {}

    /// The event `seq` is the first that is not as it was written; `what` describes the fault.
    record Tampered(long seq, String what) implements Verdict {}
}
