package dev.rowan.connectors.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A buffer with the bytes of one record at a time, from an input of any size in bounded memory.
///
/// A scanner searches the bytes from [#start] to [#end] for the end of the record, calls [#more] for more bytes,
/// and [#next] when it has found it. Of a record beyond the limit only the beginning is kept; the scanner still
/// finds its end. Owned by the reader's thread.
public final class RecordWindow {
    /// How much of an unreadable record is kept.
    static final int RAW_BYTES = 16 * 1024;

    private static final int CHUNK = 128 * 1024;

    private final Input input;
    private final int limit;
    private final int chunk;
    private byte[] bytes;
    private int start;
    private int end;
    private int fresh;
    private byte[] head = {};
    private long dropped;
    private long taken;

    /// A window on `input` for records of up to `limit` bytes.
    public RecordWindow(Input input, int limit) throws IOException {
        this(input, limit, CHUNK);
    }

    /// The same with an initial capacity of `chunk` bytes, at least the size of a byte order mark.
    public RecordWindow(Input input, int limit, int chunk) throws IOException {
        this(input, limit, chunk, 0);
        more();
        skipByteOrderMark();
    }

    private RecordWindow(Input input, int limit, int chunk, long taken) {
        this.input = input;
        this.limit = limit;
        this.chunk = chunk;
        this.bytes = new byte[chunk];
        this.taken = taken;
    }

    /// A window on the `rest` of an input, whose first `offset` bytes were taken.
    public static RecordWindow within(Input rest, int limit, long offset) throws IOException {
        var window = new RecordWindow(rest, limit, CHUNK, offset);
        window.more();
        return window;
    }

    private void skipByteOrderMark() {
        if (end >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            next(3);
        }
    }

    /// The buffer, valid from [#start] to [#end]. Another array after each [#more].
    public byte[] bytes() {
        return bytes;
    }

    /// The start of the current record, or of what is left of it.
    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /// The start of the bytes added by the last [#more].
    public int fresh() {
        return fresh;
    }

    /// Reads more bytes of the current record; false at the end of the input.
    public boolean more() throws IOException {
        if (end - start > limit) {
            dropBytes();
        }
        if (start > 0) {
            System.arraycopy(bytes, start, bytes, 0, end - start);
            end -= start;
            start = 0;
        }
        if (end == bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, (long) limit + chunk));
        }
        fresh = end;
        int read = input.read(bytes, end, bytes.length - end);
        if (read < 0) {
            return false;
        }
        end += read;
        return true;
    }

    private void dropBytes() {
        if (dropped == 0) {
            head = Arrays.copyOfRange(bytes, start, start + Math.min(limit, RAW_BYTES));
        }
        dropped += end - start;
        taken += end - start;
        start = end;
    }

    /// Ends the current record; the next one starts at `from`.
    public void next(int from) {
        taken += from - start;
        start = from;
        dropped = 0;
    }

    /// The length of the current record if it ends at `stop`.
    public long length(int stop) {
        return dropped + (stop - start);
    }

    public boolean isTooLarge(int stop) {
        return length(stop) > limit;
    }

    public int limit() {
        return limit;
    }

    /// The beginning of the current record as text, for people.
    public String raw(int stop) {
        int length = (int) Math.min(length(stop), Math.min(limit, RAW_BYTES));
        return dropped > 0
                ? new String(head, 0, length, StandardCharsets.UTF_8)
                : new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    /// The beginning of what is left, as text.
    public String rest() {
        return raw(end);
    }

    /// The number of input bytes before the current record.
    public long taken() {
        return taken - dropped;
    }
}
