package dev.rowan.connectors.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;

/// The bytes of one record at a time, out of an input of any size and in bounded memory.
///
/// A scanner searches the bytes from [#start] to [#end] for the end of the record, asks for [#more] when it has seen
/// them all, and says [#next] when it has found it. Of a record that outgrows the limit only the beginning is kept;
/// the scanner goes on to its end all the same, so that the records behind it are read. Owned by the reader's thread.
public final class RecordWindow implements Closeable {
    /// How much of a record that cannot be read is kept to show it.
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

    /// The same with room for `chunk` bytes to begin with, at least as many as a byte order mark has.
    public RecordWindow(Input input, int limit, int chunk) throws IOException {
        this.input = input;
        this.limit = limit;
        this.chunk = chunk;
        this.bytes = new byte[chunk];
        more();
        skipByteOrderMark();
    }

    private void skipByteOrderMark() {
        if (end >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF) {
            next(3);
        }
    }

    /// The bytes, of which those from [#start] to [#end] count. Another array after each [#more].
    public byte[] bytes() {
        return bytes;
    }

    /// Where the current record begins, or what is left of it.
    public int start() {
        return start;
    }

    public int end() {
        return end;
    }

    /// Where the bytes begin that the last [#more] added.
    public int fresh() {
        return fresh;
    }

    /// Adds bytes to the current record; false at the end of the input.
    public boolean more() throws IOException {
        if (end - start > limit) {
            letGo();
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

    private void letGo() {
        if (dropped == 0) {
            head = Arrays.copyOfRange(bytes, start, start + Math.min(limit, RAW_BYTES));
        }
        dropped += end - start;
        taken += end - start;
        start = end;
    }

    /// Ends the current record; the next one begins at `from`.
    public void next(int from) {
        taken += from - start;
        start = from;
        dropped = 0;
    }

    /// The length of the current record when it ends before `stop`.
    public long length(int stop) {
        return dropped + (stop - start);
    }

    public boolean isTooLarge(int stop) {
        return length(stop) > limit;
    }

    public int limit() {
        return limit;
    }

    /// The beginning of the current record as text, for people to look at.
    public String raw(int stop) {
        int length = (int) Math.min(length(stop), Math.min(limit, RAW_BYTES));
        return dropped > 0
                ? new String(head, 0, length, StandardCharsets.UTF_8)
                : new String(bytes, start, length, StandardCharsets.UTF_8);
    }

    /// How many bytes of the input lie before the current record.
    public long taken() {
        return taken - dropped;
    }

    public OptionalLong size() {
        return input.size();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
