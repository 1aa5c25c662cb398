package dev.rowan.engine.feed;

import dev.rowan.engine.transform.EarlierVisits;
import dev.rowan.landscape.RowQueries.LastRead;
import java.io.IOException;
import java.util.Optional;

/// The records of a source, except those that an earlier process of this run has read.
public final class SourceFeed implements RowFeed {
    private final SourceSequence source;
    private Optional<LastRead> unskipped;
    private long rowSeq;

    /// The records behind `last`, or all of them.
    public SourceFeed(SourceSequence source, Optional<LastRead> last) {
        this.source = source;
        this.unskipped = last;
    }

    @Override
    public Optional<InputRow> next() throws IOException, InterruptedException {
        if (unskipped.isPresent()) {
            source.continueAfter(unskipped.get());
            rowSeq = unskipped.get().rowSeq();
            unskipped = Optional.empty();
        }
        return source.next()
                .map(read -> new InputRow.Fresh(++rowSeq, read.source(), read.item(), EarlierVisits.NOTHING));
    }

    @Override
    public long progress() {
        return source.progress();
    }
}
