package dev.rowan.landscape.chain;

/// The log of one writer of one run. Events are numbered from 0 without gaps; an event's database id combines run,
/// writer and sequence number, so that every table is clustered in write order. Writer 0 is the owner of the run.
public record LogKey(int runNo, int writer, String runId) {
    /// 2^34 events per writer, 2^9 writers per run, 2^20 runs per database: 63 bits.
    private static final int SEQ_BITS = 34;

    private static final int WRITER_BITS = 9;
    private static final int RUN_BITS = 20;

    /// The writer of a run's first chain: the process that owns the run.
    public static final int OWNER = 0;

    public static final int MAX_WRITER = (1 << WRITER_BITS) - 1;

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

    /// The last id that an event of any writer of this run can have.
    public long lastIdOfRun() {
        return of(MAX_WRITER).lastId();
    }

    /// The log of another writer of the run.
    public LogKey of(int other) {
        return new LogKey(runNo, other, runId);
    }

    /// The condition that the id in `column` is one of this log. No index serves it.
    public String condition(String column) {
        return "(" + column + " >> " + SEQ_BITS + ") & " + MAX_WRITER + " = " + writer;
    }

    /// The writer of an event.
    public static int writer(long eventId) {
        return (int) (eventId >> SEQ_BITS) & MAX_WRITER;
    }

    /// The event's sequence number in its log.
    public static long seq(long eventId) {
        return eventId & ((1L << SEQ_BITS) - 1);
    }
}
