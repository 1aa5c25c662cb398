package dev.rowan.engine.feed;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.transform.EarlierVisits;
import java.io.IOException;
import java.util.Optional;

/// The records of a source, except those that an earlier process of this run has read.
public final class SourceFeed implements RowFeed {
    private final SourceSequence source;
    private final long read;
    private long rowSeq;

    public SourceFeed(SourceSequence source, long read) {
        this.source = source;
        this.read = read;
    }

    @Override
    public Optional<InputRow> next() throws IOException, InterruptedException {
        while (rowSeq < read) {
            rowSeq++;
            if (source.next().isEmpty()) {
                throw new PluginException("%s has %,d records, and the run has read %,d of it; restore the input"
                        .formatted(source.describe(), rowSeq - 1, read));
            }
        }
        return source.next()
                .map(read -> new InputRow.Fresh(++rowSeq, read.source(), read.item(), EarlierVisits.NOTHING));
    }

    @Override
    public long progress() {
        return source.progress();
    }
}
