package dev.rowan.web.index;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.record.CallCost;
import java.util.ArrayList;
import java.util.List;

/// Columns of token data in chunks that are never moved. Guarded by the lock of its [RowIndex].
final class TokenColumns {
    private static final int BITS = 13;
    private static final int CHUNK = 1 << BITS;
    private static final int MASK = CHUNK - 1;

    /// Row 8, part 4, kind 4, cost 8, latency 8, attempts 2, parked 1, doubts 1.
    static final int BYTES = 36;

    /// The cost includes a worst case.
    private static final byte UNCERTAIN = 1;

    /// The cost lacks an attempt without a price.
    private static final byte UNPRICED = 2;

    private final List<Chunk> chunks = new ArrayList<>();
    private int size;

    private static final class Chunk {
        final long[] rows = new long[CHUNK];
        final int[] parts = new int[CHUNK];
        final int[] kinds = new int[CHUNK];
        final long[] costs = new long[CHUNK];
        final long[] latencies = new long[CHUNK];
        final char[] attempts = new char[CHUNK];
        final byte[] parked = new byte[CHUNK];
        final byte[] doubts = new byte[CHUNK];
    }

    int size() {
        return size;
    }

    long bytes() {
        return (long) chunks.size() * CHUNK * BYTES;
    }

    /// Adds a new token.
    int add(long row, int part) {
        if (size == chunks.size() << BITS) {
            chunks.add(new Chunk());
        }
        Chunk chunk = chunks.get(size >> BITS);
        int at = size & MASK;
        chunk.rows[at] = row;
        chunk.parts[at] = part;
        chunk.latencies[at] = -1;
        return size++;
    }

    void end(int token, int kind, long latency) {
        Chunk chunk = chunks.get(token >> BITS);
        chunk.kinds[token & MASK] = kind;
        chunk.latencies[token & MASK] = latency;
    }

    void call(int token, long cost, boolean known) {
        Chunk chunk = chunks.get(token >> BITS);
        int at = token & MASK;
        chunk.costs[at] += cost;
        if (!known) {
            chunk.doubts[at] |= cost == 0 ? UNPRICED : UNCERTAIN;
        }
        if (chunk.attempts[at] < Character.MAX_VALUE) {
            chunk.attempts[at]++;
        }
    }

    /// Adjusts the number of calls that wait for batch services.
    void park(int token, int by) {
        Chunk chunk = chunks.get(token >> BITS);
        int now = chunk.parked[token & MASK] + by;
        chunk.parked[token & MASK] = (byte) Math.clamp(now, 0, Byte.MAX_VALUE);
    }

    long row(int token) {
        return chunks.get(token >> BITS).rows[token & MASK];
    }

    int part(int token) {
        return chunks.get(token >> BITS).parts[token & MASK];
    }

    int kind(int token) {
        return chunks.get(token >> BITS).kinds[token & MASK];
    }

    long cost(int token) {
        return chunks.get(token >> BITS).costs[token & MASK];
    }

    /// The cost with what makes it a worst case or unknown, each counted once.
    CallCost callCost(int token) {
        byte doubts = chunks.get(token >> BITS).doubts[token & MASK];
        return new CallCost(new Usd(cost(token)), Usd.ZERO, doubts & UNCERTAIN, (doubts & UNPRICED) == 0 ? 0 : 1);
    }

    /// Whether a part of the cost is a worst case or unknown.
    boolean isDoubtful(int token) {
        return chunks.get(token >> BITS).doubts[token & MASK] != 0;
    }

    long latency(int token) {
        return chunks.get(token >> BITS).latencies[token & MASK];
    }

    int attempts(int token) {
        return chunks.get(token >> BITS).attempts[token & MASK];
    }

    boolean isParked(int token) {
        return chunks.get(token >> BITS).parked[token & MASK] > 0;
    }

    /// The token of `row`, where all are added in the order of rows; -1 if there is none.
    int find(long row) {
        if (size == 0) {
            return -1;
        }
        long guess = row - row(0);
        if (guess >= 0 && guess < size && row((int) guess) == row) {
            return (int) guess;
        }
        int at = firstFrom(row);
        return at < size && row(at) == row ? at : -1;
    }

    /// The first token whose row is `row` or later.
    int firstFrom(long row) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (row(middle) < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
