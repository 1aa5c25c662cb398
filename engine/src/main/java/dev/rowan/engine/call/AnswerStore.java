package dev.rowan.engine.call;

import dev.rowan.landscape.CallQueries.RecordedAnswer;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.LogEntry.Citation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// Recorded answers that other calls take: the latest in memory, the others from the landscape.
///
/// Thread-safe. Shared state, guarded by `lock`: the reader, and the answers in memory.
public final class AnswerStore implements AutoCloseable {
    private static final long MAX_BYTES = 8L << 20;
    /// What an answer takes besides its body.
    private static final long OVERHEAD = 1_000;

    private static final long PAGE_BYTES = 2L << 20;
    private static final int PAGE_ROWS = 256;

    /// Rows of a window ask in nearly the order of the earlier run.
    private static final int NEAR_ROWS = 4 * PAGE_ROWS;

    private final LandscapeReader reader;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Citation, RecordedAnswer> latest = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;
    /// The row of the last answer that was looked for, and the last page of rows that was read.
    private long lastRow = -NEAR_ROWS;

    private long lastPage = -1;

    /// Takes over the reader.
    public AnswerStore(LandscapeReader reader) {
        this.reader = reader;
    }

    /// The answer of a call of this run, if its bytes were kept. Where calls take answers of neighbouring rows, as when
    /// an input repeats itself, the whole page of rows is read, once.
    Optional<RecordedAnswer> of(Citation call) {
        lock.lock();
        try {
            RecordedAnswer known = latest.get(call);
            if (known != null) {
                return Optional.of(known);
            }
            long row = call.key().rowSeq();
            boolean near = Math.abs(row - lastRow) <= PAGE_ROWS;
            lastRow = row;
            long page = row / PAGE_ROWS;
            if (near && page != lastPage) {
                lastPage = page;
                long first = page * PAGE_ROWS;
                for (RecordedAnswer answer :
                        reader.calls().answers(call.runId(), first, first + PAGE_ROWS - 1, PAGE_BYTES)) {
                    keep(call.runId(), answer);
                }
            }
            return find(call, 0);
        } finally {
            lock.unlock();
        }
    }

    /// The same for a call of an earlier run: those of the following rows are likely to be next, unless the rows have
    /// another order now.
    Optional<RecordedAnswer> withFollowing(Citation call) {
        lock.lock();
        try {
            RecordedAnswer known = latest.get(call);
            boolean near = Math.abs(call.key().rowSeq() - lastRow) <= NEAR_ROWS;
            lastRow = call.key().rowSeq();
            return known != null ? Optional.of(known) : find(call, near ? PAGE_ROWS - 1 : 0);
        } finally {
            lock.unlock();
        }
    }

    private Optional<RecordedAnswer> find(Citation call, int moreRows) {
        lock.lock();
        try {
            RecordedAnswer known = latest.get(call);
            if (known != null) {
                return Optional.of(known);
            }
            long row = call.key().rowSeq();
            RecordedAnswer found = null;
            for (RecordedAnswer answer : reader.calls().answers(call.runId(), row, row + moreRows, PAGE_BYTES)) {
                keep(call.runId(), answer);
                if (answer.key().equals(call.key())) {
                    found = answer;
                }
            }
            return Optional.ofNullable(found);
        } finally {
            lock.unlock();
        }
    }

    private void keep(String runId, RecordedAnswer answer) {
        if (latest.put(new Citation(runId, answer.key()), answer) == null) {
            bytes += size(answer);
        }
        var oldest = latest.entrySet().iterator();
        while (bytes > MAX_BYTES && oldest.hasNext()) {
            bytes -= size(oldest.next().getValue());
            oldest.remove();
        }
    }

    private static long size(RecordedAnswer answer) {
        return OVERHEAD + answer.reply().body().size();
    }

    @Override
    public void close() {
        reader.close();
    }
}
