package dev.rowan.landscape.verify;

import dev.rowan.landscape.Head;

/// What a check of a run's record found.
public sealed interface Verdict {

    /// Every event is as it was written. `gone` counts events whose values were deleted; `ended` tells whether the
    /// run's end is recorded; `head` is the last seal.
    record Intact(long events, long gone, boolean ended, Head head) implements Verdict {}

    /// The event with the number `seq` is the first that is not as it was written, and what is wrong with it.
    record Tampered(long seq, String what) implements Verdict {}
}
