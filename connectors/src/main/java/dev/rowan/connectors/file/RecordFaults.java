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

    /// `invalid_utf8`: a byte of the record is not UTF-8.
    public static Reason invalidUtf8(byte found, long offset) {
        return Reason.of("invalid_utf8", "byte 0x%02X at offset %d of the record is not UTF-8".formatted(found, offset))
                .with("offset", offset);
    }
}
