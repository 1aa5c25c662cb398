package dev.rowan.engine.batch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a file of any size line by line; of lines longer than the maximum only the length is known. Owned by
/// one thread.
public final class LineReader implements AutoCloseable {
    /// A result contains one reply of at most 16 MiB, plus its envelope and escapes.
    public static final int MAX_LINE_BYTES = 40 << 20;

    /// Reads eight bytes at once; the lowest match is found by its high bit.
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] buffer = new byte[1 << 16];
    private int from;
    private int filled;
    private byte[] line = new byte[1 << 12];

    public LineReader(Path file, int maxBytes) throws IOException {
        this.in = Files.newInputStream(file);
        this.maxBytes = maxBytes;
    }

    /// A line without its line feed. `bytes` is empty if it is too long.
    public record Line(Optional<byte[]> bytes, boolean ended) {
        public boolean isBlank() {
            return bytes.isPresent() && bytes.get().length == 0;
        }
    }

    /// The next line, or null at the end.
    @Nullable
    public Line next() throws IOException {
        long length = 0;
        while (true) {
            if (from == filled) {
                filled = Math.max(0, in.read(buffer));
                from = 0;
                if (filled == 0) {
                    return length == 0 ? null : line(length, false);
                }
            }
            int end = feed(from);
            if (end < filled && length == 0 && end - from <= maxBytes) {
                int begin = from;
                from = end + 1;
                return line(buffer, begin, end, true);
            }
            take(length, end);
            length += end - from;
            from = end;
            if (end < filled) {
                from++;
                return line(length, true);
            }
        }
    }

    /// The index of the next line feed in the buffer, or the end of the buffered bytes.
    private int feed(int start) {
        int at = start;
        while (at + Long.BYTES <= filled) {
            long differing = (long) EIGHT.get(buffer, at) ^ ('\n' * EACH);
            long found = (differing - EACH) & ~differing & HIGH;
            if (found != 0) {
                return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
            at += Long.BYTES;
        }
        while (at < filled && buffer[at] != '\n') {
            at++;
        }
        return at;
    }

    private void take(long length, int end) {
        int more = end - from;
        if (length + more <= maxBytes) {
            int needed = (int) length + more;
            if (needed > line.length) {
                line = Arrays.copyOf(line, Math.max(needed, Math.min(maxBytes, line.length * 2)));
            }
            System.arraycopy(buffer, from, line, (int) length, more);
        }
    }

    private Line line(long length, boolean ended) {
        if (length > maxBytes) {
            return new Line(Optional.empty(), ended);
        }
        return line(line, 0, (int) length, ended);
    }

    private static Line line(byte[] bytes, int from, int to, boolean ended) {
        int end = to > from && bytes[to - 1] == '\r' ? to - 1 : to;
        return new Line(Optional.of(Arrays.copyOfRange(bytes, from, end)), ended);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
