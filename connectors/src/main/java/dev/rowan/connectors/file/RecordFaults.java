package dev.rowan.connectors.file;

import dev.rowan.api.Reason;

/// Reasons for unreadable records, the same for every format.
public final class RecordFaults {
    private RecordFaults() {}

    /// `record_too_large`: the record exceeds the maximum size.
    public static Reason tooLarge(long bytes, int limit) {
        return Reason.of(
                        "record_too_large",
                        "the record has " + bytes + " bytes, more than the " + limit + " of 'max_record_bytes'")
                .with("bytes", bytes)
                .with("limit", limit);
    }

    /// A byte of the record is not text in `encoding`: `invalid_utf8`, or `invalid_encoding` for others.
    public static Reason malformed(String encoding, byte found, long offset) {
        Reason reason = encoding.equals(Encoding.UTF_8.word())
                ? Reason.of(
                        "invalid_utf8", "byte 0x%02X at offset %d of the record is not UTF-8".formatted(found, offset))
                : Reason.of(
                        "invalid_encoding",
                        "the record is not text in " + encoding + ", at offset " + offset + " of it as UTF-8");
        return reason.with("offset", offset);
    }
}
