package dev.rowan.web.compare;

import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.RowQueries.RowResult;
import dev.rowan.landscape.RowQueries.TokenResult;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.compare.RowChange.Kind;
import dev.rowan.web.read.SessionPool;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Compares two runs row by row. Both are read in row order, alternately and a few hundred rows at a time; matched
/// rows are dropped.
///
/// Runs over the same source in the same order need memory for a few thousand rows, others about 60 bytes per
/// unmatched row. One thread compares; any thread may read the changes and the progress.
final class Comparison {
    private static final int CHUNK = 400;

    private final RunSummary a;
    private final RunSummary b;
    private final RowChangeList changes = new RowChangeList();
    private volatile Progress progress = Progress.NONE;

    Comparison(RunSummary a, RunSummary b) {
        this.a = a;
        this.b = b;
    }

    /// The progress; of `gone` rows the values were deleted in one run, and only outcomes were compared.
    record Progress(
            long rowsA, long rowsB, long matched, long same, long gone, boolean byId, Times timesA, Times timesB) {
        static final Progress NONE = new Progress(0, 0, 0, 0, 0, false, Times.NONE, Times.NONE);
    }

    /// Latencies of rows.
    record Times(Optional<Duration> half, Optional<Duration> most) {
        static final Times NONE = new Times(Optional.empty(), Optional.empty());
    }

    RunSummary a() {
        return a;
    }

    RunSummary b() {
        return b;
    }

    RowChangeList changes() {
        return changes;
    }

    Progress progress() {
        return progress;
    }

    /// Compares, until it is done or interrupted. `salt` is random.
    void run(SessionPool<LandscapeReader> readers, byte[] salt) throws InterruptedException {
        boolean byId = readers.with(
                reader -> reader.rows().haveIds(a.runId()) && reader.rows().haveIds(b.runId()));
        var left = new Side(a.runId(), new RowDigest.Maker(salt, byId));
        var right = new Side(b.runId(), new RowDigest.Maker(salt, byId));
        var tally = new Tally();
        while (!left.done || !right.done) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the comparison was cancelled");
            }
            for (RowDigest row : left.next(readers)) {
                meet(row, right.waiting.take(row.key()), left, true, tally);
            }
            for (RowDigest row : right.next(readers)) {
                meet(row, left.waiting.take(row.key()), right, false, tally);
            }
            progress = new Progress(
                    left.read, right.read, tally.matched, tally.same, tally.gone, byId, left.times(), right.times());
        }
        left.rest().forEach(row -> changes.add(Kind.ONLY_A, row, 0));
        right.rest().forEach(row -> changes.add(Kind.ONLY_B, 0, row));
    }

    /// Owned by the comparing thread.
    private static final class Tally {
        long matched;
        long same;
        long gone;
    }

    private void meet(RowDigest row, @Nullable RowDigest other, Side side, boolean isA, Tally tally) {
        if (other == null) {
            side.waiting.add(row);
            return;
        }
        tally.matched++;
        long rowA = isA ? row.row() : other.row();
        long rowB = isA ? other.row() : row.row();
        boolean gone = row.gone() || other.gone();
        tally.gone += gone ? 1 : 0;
        if (row.ends() != other.ends()) {
            changes.add(Kind.OUTCOME, rowA, rowB);
        } else if (!gone && row.values() != other.values()) {
            changes.add(Kind.VALUES, rowA, rowB);
        } else {
            tally.same++;
        }
    }

    /// The reader of one run. Owned by the comparing thread.
    private static final class Side {
        private final String runId;
        private final RowDigest.Maker maker;
        private final UnmatchedRows waiting = new UnmatchedRows();
        private final Latencies latencies = new Latencies();
        private long last;
        private long read;
        private boolean done;

        Side(String runId, RowDigest.Maker maker) {
            this.runId = runId;
            this.maker = maker;
        }

        List<RowDigest> next(SessionPool<LandscapeReader> readers) throws InterruptedException {
            if (done) {
                return List.of();
            }
            List<RowResult> rows = readers.with(reader -> reader.rows().results(runId, last, CHUNK));
            done = rows.size() < CHUNK;
            if (!rows.isEmpty()) {
                last = rows.getLast().rowSeq();
                read += rows.size();
            }
            for (RowResult row : rows) {
                for (TokenResult token : row.tokens()) {
                    token.totalMicros().ifPresent(latencies::add);
                }
            }
            return rows.stream().map(maker::of).toList();
        }

        Times times() {
            return new Times(latencies.quantile(0.5), latencies.quantile(0.95));
        }

        List<Long> rest() {
            long[] rows = new long[waiting.size()];
            int[] at = {0};
            waiting.forEachRow(row -> rows[at[0]++] = row);
            Arrays.sort(rows);
            return Arrays.stream(rows).boxed().toList();
        }
    }
}
