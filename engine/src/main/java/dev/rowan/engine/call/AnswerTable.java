package dev.rowan.engine.call;

import dev.rowan.landscape.record.LogEntry.CallKey;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/// Which calls were answered, by the hash of their request: 24 bytes a call, in segments that grow one at a time.
///
/// It keeps 64 bits of a hash: a call that it finds may have another request, which its record tells. A call whose
/// numbers do not fit is not kept, so that its request is sent again. The same hash may be kept several times; calls
/// are found in the order in which they were added. Not thread-safe.
final class AnswerTable {
    private static final int SEGMENTS = 256;
    private static final int FIRST_CAPACITY = 8;
    /// Filled to at most 4/5, and grown by half.
    private static final int LOAD_NUMERATOR = 4;

    private static final int LOAD_DENOMINATOR = 5;

    private static final int PART_BITS = 20;
    private static final int NODE_BITS = 12;
    private static final int GENERATION_BITS = 8;
    private static final int NUMBER_BITS = 14;
    private static final int LOW_RUN_BITS = 8;

    /// Numbers of rows, those of aggregates included, leave bits for the rest of the run's number.
    private static final int ROW_BITS = 53;

    private static final int RUN_BITS = LOW_RUN_BITS + 62 - ROW_BITS;

    /// Two bits are left for marks.
    private static final long TAKEN = 1L << 62;

    private static final long FAILED = 1L << 63;

    private final Segment[] segments = new Segment[SEGMENTS];

    /// A call that was found, in the run with this number; `failed` if its row did not pass with the answer.
    record Entry(long rowSeq, int part, int node, int generation, int number, int run, boolean failed) {
        CallKey key(String requestSha256) {
            return new CallKey(rowSeq, part, node, generation, number, requestSha256);
        }
    }

    /// Keeps a call of run `run`; false if its numbers do not fit.
    boolean add(long hash, CallKey call, int run, boolean failed) {
        if (!fits(call, run)) {
            return false;
        }
        segment(hash).add(hash, row(call, run), failed ? packed(call, run) | FAILED : packed(call, run));
        return true;
    }

    private static boolean fits(CallKey call, int run) {
        return call.part() >> PART_BITS == 0
                && call.node() >> NODE_BITS == 0
                && call.generation() >> GENERATION_BITS == 0
                && call.number() >> NUMBER_BITS == 0
                && call.rowSeq() >> ROW_BITS == 0
                && run >> RUN_BITS == 0;
    }

    private static long row(CallKey call, int run) {
        return (long) (run >>> LOW_RUN_BITS) << ROW_BITS | call.rowSeq();
    }

    private static long packed(CallKey call, int run) {
        long packed = run & mask(LOW_RUN_BITS);
        packed = packed << NUMBER_BITS | call.number();
        packed = packed << GENERATION_BITS | call.generation();
        packed = packed << NODE_BITS | call.node();
        return packed << PART_BITS | call.part();
    }

    private static long mask(int bits) {
        return (1L << bits) - 1;
    }

    /// The call that was added first for this hash.
    Optional<Entry> first(long hash) {
        return first(hash, _ -> true);
    }

    /// The first call for this hash that is `usable`, taken or not.
    Optional<Entry> first(long hash, Predicate<Entry> usable) {
        Segment segment = segment(hash);
        int at = segment.find(hash, segment.start(hash), false);
        while (at >= 0) {
            Entry entry = segment.entry(at);
            if (usable.test(entry)) {
                return Optional.of(entry);
            }
            at = segment.find(hash, segment.next(at), false);
        }
        return Optional.empty();
    }

    /// The first call for this hash that was not taken before, which is taken now.
    Optional<Entry> take(long hash) {
        Segment segment = segment(hash);
        int at = segment.find(hash, segment.start(hash), true);
        if (at < 0) {
            return Optional.empty();
        }
        segment.packed[at] |= TAKEN;
        return Optional.of(segment.entry(at));
    }

    /// Puts a call of run `run` in the place of the first one that is `replaced`; false if there is none, or if its
    /// numbers do not fit.
    boolean replace(long hash, Predicate<Entry> replaced, CallKey call, int run) {
        Segment segment = segment(hash);
        int at = segment.find(hash, segment.start(hash), false);
        while (at >= 0 && !replaced.test(segment.entry(at))) {
            at = segment.find(hash, segment.next(at), false);
        }
        if (at < 0 || !fits(call, run)) {
            return false;
        }
        segment.rows[at] = row(call, run);
        segment.packed[at] = packed(call, run);
        return true;
    }

    /// The first 64 bits of a SHA-256 in hexadecimal.
    static long hash(String sha256) {
        return Long.parseUnsignedLong(sha256, 0, 16, 16);
    }

    private Segment segment(long hash) {
        int index = (int) (hash >>> 56);
        Segment segment = segments[index];
        if (segment == null) {
            segment = new Segment(FIRST_CAPACITY);
            segments[index] = segment;
        }
        return segment;
    }

    /// Open addressing with linear probing. A row number of 0 marks an empty place: rows count from 1.
    private static final class Segment {
        private long[] hashes;
        private long[] rows;
        private long[] packed;
        private int size;

        Segment(int capacity) {
            hashes = new long[capacity];
            rows = new long[capacity];
            packed = new long[capacity];
        }

        int start(long hash) {
            return (int) Math.unsignedMultiplyHigh(hash << 8, rows.length);
        }

        void add(long hash, long rowSeq, long fields) {
            if ((long) (size + 1) * LOAD_DENOMINATOR > (long) rows.length * LOAD_NUMERATOR) {
                grow();
            }
            put(hash, rowSeq, fields);
            size++;
        }

        private void put(long hash, long rowSeq, long fields) {
            int at = start(hash);
            while (rows[at] != 0) {
                at = next(at);
            }
            hashes[at] = hash;
            rows[at] = rowSeq;
            packed[at] = fields;
        }

        private int next(int at) {
            return at + 1 == rows.length ? 0 : at + 1;
        }

        /// Equal hashes keep their order: they are moved from the start of their probe sequence on.
        private void grow() {
            Segment old = new Segment(0);
            old.hashes = hashes;
            old.rows = rows;
            old.packed = packed;
            int capacity = rows.length + rows.length / 2;
            hashes = new long[capacity];
            rows = new long[capacity];
            packed = new long[capacity];
            int first = old.firstEmpty();
            for (int i = 1; i <= old.rows.length; i++) {
                int at = (first + i) % old.rows.length;
                if (old.rows[at] != 0) {
                    put(old.hashes[at], old.rows[at], old.packed[at]);
                }
            }
        }

        private int firstEmpty() {
            for (int i = 0; i < rows.length; i++) {
                if (rows[i] == 0) {
                    return i;
                }
            }
            throw new IllegalStateException("a segment is never full");
        }

        /// The first place with this hash from `at` on; -1 if there is none.
        int find(long hash, int from, boolean untaken) {
            int at = from;
            while (rows[at] != 0) {
                if (hashes[at] == hash && !(untaken && (packed[at] & TAKEN) != 0)) {
                    return at;
                }
                at = next(at);
            }
            return -1;
        }

        Entry entry(int at) {
            long fields = packed[at];
            int highRun = (int) (rows[at] >>> ROW_BITS);
            return new Entry(
                    rows[at] & mask(ROW_BITS),
                    bits(fields, 0, PART_BITS),
                    bits(fields, PART_BITS, NODE_BITS),
                    bits(fields, PART_BITS + NODE_BITS, GENERATION_BITS),
                    bits(fields, PART_BITS + NODE_BITS + GENERATION_BITS, NUMBER_BITS),
                    highRun << LOW_RUN_BITS
                            | bits(fields, PART_BITS + NODE_BITS + GENERATION_BITS + NUMBER_BITS, LOW_RUN_BITS),
                    (fields & FAILED) != 0);
        }

        private static int bits(long fields, int from, int count) {
            return (int) ((fields >>> from) & mask(count));
        }
    }

    /// The bytes of its arrays.
    long bytes() {
        return Arrays.stream(segments)
                .filter(segment -> segment != null)
                .mapToLong(segment -> 3L * Long.BYTES * segment.rows.length)
                .sum();
    }
}
