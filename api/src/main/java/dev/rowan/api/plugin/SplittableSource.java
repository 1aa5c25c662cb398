package dev.rowan.api.plugin;

import java.io.IOException;
import java.util.List;

/// A source that several processes can read at once, each from a position within the input.
///
/// The records of all splits, one split after the other, are those of [#next] from the start: with the same
/// positions, values and ids.
public interface SplittableSource extends Source {

    /// A range of `records` records, and where it starts, in the source's own form.
    record InputSplit(String start, long records) {
        public InputSplit {
            if (records < 1) {
                throw new IllegalArgumentException("a split must have records, got " + records);
            }
        }
    }

    /// Reads the whole input and divides it into splits of `records` records. A split is longer where the input
    /// cannot be read from within, such as a compressed file; the last one may be shorter. Empty if there are no
    /// records. Called after [#open], instead of [#next].
    List<InputSplit> split(long records) throws IOException, InterruptedException;

    /// Makes the first record of a split the next one, in this process or another one with the same input. Called
    /// after [#open] and before [#next].
    void startAt(String start) throws IOException, InterruptedException;
}
