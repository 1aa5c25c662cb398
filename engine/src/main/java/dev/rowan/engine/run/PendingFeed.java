package dev.rowan.engine.run;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/// The rows that an earlier process of this run has read and not ended, and after them the rest of the source.
final class PendingFeed implements RowFeed {
    private final Pages pending;
    private final RowFeed rest;

    PendingFeed(LandscapeReader reader, String runId, RowFeed rest) {
        this.pending = new Pages(reader, runId);
        this.rest = rest;
    }

    @Override
    public Optional<Fed> next() throws IOException, InterruptedException {
        Optional<PendingRow> row = pending.next();
        return row.isPresent() ? Optional.of(new Fed.Pending(row.get())) : rest.next();
    }

    @Override
    public long progress() {
        return rest.progress();
    }

    /// The rows without an outcome, some at once from the landscape.
    static final class Pages {
        private static final int AT_ONCE = 200;

        private final LandscapeReader reader;
        private final String runId;
        private final Deque<PendingRow> loaded = new ArrayDeque<>();
        private long last;
        private boolean through;

        Pages(LandscapeReader reader, String runId) {
            this.reader = reader;
            this.runId = runId;
        }

        Optional<PendingRow> next() {
            if (loaded.isEmpty() && !through) {
                loaded.addAll(reader.pending(runId, last, AT_ONCE));
                through = loaded.isEmpty();
            }
            if (through) {
                return Optional.empty();
            }
            PendingRow row = loaded.removeFirst();
            last = row.rowSeq();
            return Optional.of(row);
        }
    }
}
