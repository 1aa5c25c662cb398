package dev.rowan.engine.run;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.PendingRowQueries.UnfinishedRow;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The rows that an earlier process of this run has read and not ended, and after them the rest of the
/// source.
final class PendingFeed implements RowFeed {
    private final Pending pending;
    private final RowFeed rest;

    private PendingFeed(Pending pending, RowFeed rest) {
        this.pending = pending;
        this.rest = rest;
    }

    static RowFeed of(LandscapeReader reader, String runId, RowFeed rest) {
        var pages = new Pages(reader, runId);
        return new PendingFeed(() -> pages.next().map(Fed.Pending::new), rest);
    }

    /// The same in a run with jobs of batch services: rows that wait for one are only named. Where the run was stopped
    /// until someone puts something right, calls that jobs rejected for good are to be sent again.
    static RowFeed withJobs(LandscapeReader reader, String runId, RowFeed rest) {
        boolean reopens = reader.notes().list(runId, RowFlow.STOP_NOTE).stream()
                .anyMatch(note -> Boolean.TRUE.equals(note.get(RowFlow.BLOCKED)));
        return new PendingFeed(new Unfinished(reader, runId, reopens), rest);
    }

    @Override
    public Optional<Fed> next() throws IOException, InterruptedException {
        Optional<? extends Fed> row = pending.next();
        return row.isPresent() ? Optional.of(row.get()) : rest.next();
    }

    @Override
    public long progress() {
        return rest.progress();
    }

    private interface Pending {
        Optional<? extends Fed> next();
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
                loaded.addAll(reader.pendingRows().unfinished(runId, last, AT_ONCE));
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

    /// The rows without an outcome by their numbers, and of those that wait for no job what is on record.
    private static final class Unfinished implements Pending {
        private static final int NUMBERS_AT_ONCE = 10_000;

        private final LandscapeReader reader;
        private final String runId;
        private final boolean reopens;
        private final Deque<UnfinishedRow> numbers = new ArrayDeque<>();
        private final Deque<PendingRow> loaded = new ArrayDeque<>();
        private long last;
        private boolean through;

        Unfinished(LandscapeReader reader, String runId, boolean reopens) {
            this.reader = reader;
            this.runId = runId;
            this.reopens = reopens;
        }

        @Override
        public Optional<Fed> next() {
            if (numbers.isEmpty() && !through) {
                numbers.addAll(reader.pendingRows().listUnfinished(runId, last, NUMBERS_AT_ONCE));
                through = numbers.isEmpty();
            }
            if (through) {
                return Optional.empty();
            }
            UnfinishedRow row = numbers.getFirst();
            if (!row.awaits() && loaded.isEmpty()) {
                load();
            }
            numbers.removeFirst();
            last = row.rowSeq();
            return Optional.of(row.awaits() ? new Fed.Awaiting(row.rowSeq()) : new Fed.Pending(loaded.removeFirst()));
        }

        private void load() {
            List<Long> rows = numbers.stream()
                    .filter(row -> !row.awaits())
                    .limit(Pages.AT_ONCE)
                    .map(UnfinishedRow::rowSeq)
                    .toList();
            List<Long> page = reader.pendingRows().page(runId, rows);
            for (PendingRow row : reader.pendingRows().unfinished(runId, page)) {
                loaded.add(reopens ? row.withoutBatchRejections() : row);
            }
            if (loaded.size() != page.size()) {
                throw new IllegalStateException("the landscape has outcomes of rows that had none a moment ago");
            }
        }
    }
}
