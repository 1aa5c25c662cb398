package dev.rowan.engine.run;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The rows that an earlier process of this run has read and not ended, and after them the rest of the source.
final class PendingFeed implements RowFeed {
    private static final int AT_ONCE = 200;

    private final LandscapeReader reader;
    private final String runId;
    private final RowFeed rest;
    private final Deque<PendingRow> loaded = new ArrayDeque<>();
    private long last;
    private boolean through;

    PendingFeed(LandscapeReader reader, String runId, RowFeed rest) {
        this.reader = reader;
        this.runId = runId;
        this.rest = rest;
    }

    @Override
    public Optional<Fed> next() throws IOException, InterruptedException {
        if (loaded.isEmpty() && !through) {
            loaded.addAll(reader.pending(runId, last, AT_ONCE));
            through = loaded.isEmpty();
        }
        if (through) {
            return rest.next();
        }
        PendingRow row = loaded.removeFirst();
        last = row.rowSeq();
        return Optional.of(new Fed.Pending(row));
    }

    @Override
    public long progress() {
        return rest.progress();
    }
}
