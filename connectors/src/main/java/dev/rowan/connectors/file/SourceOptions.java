package dev.rowan.connectors.file;

import dev.rowan.api.config.Option;
import dev.rowan.api.config.Section;

/// The options of every file source.
public final class SourceOptions {
    public static final Option<String> PATH =
            Option.text("path").describedAs("file to read; relative to the pipeline file's directory");

    public static final Option<String> ID =
            Option.text("id").optional().describedAs("field with the record's key, for looking up a row");

    public static final Option<Long> MAX_RECORD_BYTES = Option.bytes("max_record_bytes")
            .orElse(16L * 1024 * 1024)
            .describedAs("maximum size of a record; longer ones are quarantined; at most 1GiB");

    private static final int RECORD_BYTES_CEILING = 1024 * 1024 * 1024;

    private SourceOptions() {}

    /// The maximum record size, which must fit in a buffer.
    public static int maxRecordBytes(Section section) {
        long bytes = section.get(MAX_RECORD_BYTES);
        if (bytes > RECORD_BYTES_CEILING) {
            section.problem(MAX_RECORD_BYTES, "must be at most 1GiB, got " + bytes + " bytes");
        }
        return (int) Math.min(bytes, RECORD_BYTES_CEILING);
    }
}
