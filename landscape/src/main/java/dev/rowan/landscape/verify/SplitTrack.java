package dev.rowan.landscape.verify;

import dev.rowan.landscape.fold.WriterEpoch;
import dev.rowan.landscape.record.SplitRange;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The state of one split. Owned by one thread.
final class SplitTrack {
    final SplitRange range;
    WriterEpoch holder;

    /// The event of the holder's chain that ended the holder's epoch, if any has.
    Optional<Long> fenced = Optional.empty();

    long nextRow;
    long ended;
    boolean done;

    /// By sink: the tokens that have an outcome there.
    final Map<String, SinkTokens> sinks = new HashMap<>();

    /// How many tokens a sink got, and the last one.
    record SinkTokens(long count, long row, long part) {}

    SplitTrack(SplitRange range, WriterEpoch holder) {
        this.range = range;
        this.holder = holder;
        this.nextRow = range.firstRow();
    }

    long end() {
        return range.firstRow() + range.rows();
    }

    boolean contains(long row) {
        return row >= range.firstRow() && row < end();
    }
}
