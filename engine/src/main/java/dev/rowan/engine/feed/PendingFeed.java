package dev.rowan.engine.feed;

import dev.rowan.engine.stop.StopNote;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.PendingRowQueries.UnfinishedRow;
import dev.rowan.landscape.record.RowOrigin;
import dev.rowan.landscape.resume.PendingRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The rows that an earlier process of this run has read but not finished, then the rest of the source.
public final class PendingFeed implements RowFeed {
    private final Pending pending;
    private final RowFeed rest;
    private Optional<InputRow> next = Optional.empty();
    private boolean exhausted;

    private PendingFeed(Pending pending, RowFeed rest) {
        this.pending = pending;
        this.rest = rest;
    }

    public static RowFeed of(LandscapeReader reader, String runId, RowFeed rest) {
        var pages = new Pages(reader, runId);
        return new PendingFeed(() -> pages.next().map(InputRow.Pending::new), rest);
    }

    /// The same in a run with batch jobs: rows that wait for one are not loaded. If the run was blocked until
    /// someone fixes something, calls that jobs rejected permanently are sent again.
    public static RowFeed withJobs(LandscapeReader reader, String runId, RowFeed rest) {
        boolean reopens = StopNote.wasBlocked(reader, runId);
        return new PendingFeed(new Unfinished(reader, runId, reopens), rest);
    }

    @Override
    public Optional<InputRow> next() throws IOException, InterruptedException {
        if (!hasPending()) {
            return rest.next();
        }
        Optional<InputRow> row = next;
        next = Optional.empty();
        return row;
    }

    @Override
    public boolean hasPending() {
        if (next.isEmpty() && !exhausted) {
            next = pending.next();
            exhausted = next.isEmpty();
        }
        return next.isPresent();
    }

    @Override
    public long progress() {
        return rest.progress();
    }

    /// The last derived row of each aggregate before this process: those that come after are started when they are
    /// made.
    private record DerivedBefore(Map<Integer, Long> lastRows) {
        static DerivedBefore of(LandscapeReader reader, String runId) {
            return new DerivedBefore(reader.groups().lastRows(runId));
        }

        boolean isNew(long rowSeq) {
            OptionalInt aggregate = RowOrigin.aggregate(rowSeq);
            return aggregate.isPresent() && rowSeq > lastRows.getOrDefault(aggregate.getAsInt(), 0L);
        }
    }

    private interface Pending {
        Optional<InputRow> next();
    }

    /// The rows without an outcome, loaded in pages.
    public static final class Pages {
        private static final int AT_ONCE = 200;

        private final LandscapeReader reader;
        private final String runId;
        private final DerivedBefore before;
        private final Deque<PendingRow> loaded = new ArrayDeque<>();
        private long last;
        private boolean through;

        public Pages(LandscapeReader reader, String runId) {
            this.reader = reader;
            this.runId = runId;
            this.before = DerivedBefore.of(reader, runId);
        }

        public Optional<PendingRow> next() {
            while (true) {
                if (loaded.isEmpty() && !through) {
                    loaded.addAll(reader.pendingRows().unfinished(runId, last, AT_ONCE));
                    through = loaded.isEmpty();
                }
                if (through) {
                    return Optional.empty();
                }
                PendingRow row = loaded.removeFirst();
                last = row.rowSeq();
                if (!before.isNew(row.rowSeq())) {
                    return Optional.of(row);
                }
            }
        }
    }

    /// The rows without an outcome by their numbers; those that wait for no job are loaded.
    private static final class Unfinished implements Pending {
        private static final int NUMBERS_AT_ONCE = 10_000;

        private final LandscapeReader reader;
        private final String runId;
        private final boolean reopens;
        private final DerivedBefore before;
        private final Deque<UnfinishedRow> numbers = new ArrayDeque<>();
        private final Deque<PendingRow> loaded = new ArrayDeque<>();
        private long last;
        private boolean through;

        Unfinished(LandscapeReader reader, String runId, boolean reopens) {
            this.reader = reader;
            this.runId = runId;
            this.reopens = reopens;
            this.before = DerivedBefore.of(reader, runId);
        }

        @Override
        public Optional<InputRow> next() {
            while (numbers.isEmpty() && !through) {
                List<UnfinishedRow> more = reader.pendingRows().listUnfinished(runId, last, NUMBERS_AT_ONCE);
                through = more.isEmpty();
                more.forEach(row -> {
                    last = row.rowSeq();
                    if (!before.isNew(row.rowSeq())) {
                        numbers.add(row);
                    }
                });
            }
            if (through) {
                return Optional.empty();
            }
            UnfinishedRow row = numbers.getFirst();
            if (!row.awaits() && loaded.isEmpty()) {
                load();
            }
            numbers.removeFirst();
            return Optional.of(
                    row.awaits() ? new InputRow.Parked(row.rowSeq()) : new InputRow.Pending(loaded.removeFirst()));
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
