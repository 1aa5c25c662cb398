package dev.rowan.landscape.chain;

/// The log of one writer of one run. Events are numbered from 0 without gaps; an event's database id combines run,
/// writer and sequence number, so that every table is clustered in write order.
public record LogKey(int runNo, int writer, String runId) {
    /// 2^34 events per writer, 2^9 writers per run, 2^20 runs per database: 63 bits.
    private static final int SEQ_BITS = 34;

    private static final int WRITER_BITS = 9;
    private static final int RUN_BITS = 20;

    public LogKey {
        if (!isRunNo(runNo) || writer < 0 || writer >= 1 << WRITER_BITS) {
            throw new IllegalArgumentException("no room for run " + runNo + ", writer " + writer + " in an event id");
        }
    }

    /// Whether this is a valid run number.
    public static boolean isRunNo(int runNo) {
        return runNo >= 0 && runNo < 1 << RUN_BITS;
    }

    public long eventId(long seq) {
        if (seq < 0 || seq >= 1L << SEQ_BITS) {
            throw new IllegalArgumentException("no room for event " + seq + " in an event id");
        }
        return ((long) runNo << (WRITER_BITS + SEQ_BITS)) | ((long) writer << SEQ_BITS) | seq;
    }

    public long firstId() {
        return eventId(0);
    }

    public long lastId() {
        return eventId((1L << SEQ_BITS) - 1);
    }

    /// The event's sequence number in its log.
    public static long seq(long eventId) {
        return eventId & ((1L << SEQ_BITS) - 1);
    }
}
