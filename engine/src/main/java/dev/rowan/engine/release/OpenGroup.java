package dev.rowan.engine.release;

import dev.rowan.api.Row;
import dev.rowan.landscape.RowQueries.TokenKey;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A group that is being filled: its members in order, each with its values while they are in memory. A member
/// without them takes about 12 bytes. Owned by the release thread.
final class OpenGroup {
    private final long number;
    private final String key;
    private long[] rows = new long[2];
    private int[] parts = new int[2];
    private @Nullable Row[] values = new @Nullable Row[0];
    private int size;
    private long bytes;
    private long keptBytes;
    private long recorded;
    private boolean durable;
    private long since;

    /// `key` is what the members have in common, as JSON.
    OpenGroup(long number, String key) {
        this.number = number;
        this.key = key;
    }

    /// Adds a member whose last record is `last`; its values, of `more` bytes, are kept if present.
    void add(TokenKey token, Optional<Row> row, long more, long last) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, size * 2);
            parts = Arrays.copyOf(parts, size * 2);
        }
        rows[size] = token.rowSeq();
        parts[size] = token.part();
        if (row.isPresent()) {
            if (size >= values.length) {
                values = Arrays.copyOf(values, rows.length);
            }
            values[size] = row.get();
            keptBytes += more;
        }
        size++;
        bytes += more;
        recorded = Math.max(recorded, last);
    }

    long number() {
        return number;
    }

    String key() {
        return key;
    }

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    /// The bytes of the values in memory.
    long keptBytes() {
        return keptBytes;
    }

    /// The last record of any member.
    long recorded() {
        return recorded;
    }

    TokenKey token(int member) {
        return new TokenKey(rows[member], parts[member]);
    }

    Optional<Row> values(int member) {
        return member < values.length ? Optional.ofNullable(values[member]) : Optional.empty();
    }

    /// Its first member is on record since `nanos`.
    void startAge(long nanos) {
        if (!durable) {
            durable = true;
            since = nanos;
        }
    }

    /// How long it has been open; 0 until its first member is on record.
    long age(long nanos) {
        return durable ? nanos - since : 0;
    }
}
